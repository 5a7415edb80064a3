"""The public interface for programs: JSON over HTTP, described by itself."""
