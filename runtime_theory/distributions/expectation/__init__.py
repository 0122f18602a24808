"""E[g(X_{k:n})] of any law: the engines, the choice among them, and which moments exist."""
