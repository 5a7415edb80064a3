"""The television in a pub, paired by a code on its screen: it follows the matches at that pub by itself."""
