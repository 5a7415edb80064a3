"""What is done to papers: asked for, made, and cleared away."""

from league.documents.actions.papers import ask_for_paper, forget_papers, keep_paper, make_again

__all__ = ["ask_for_paper", "forget_papers", "keep_paper", "make_again"]
