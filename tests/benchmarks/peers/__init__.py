"""The same topics, subscriptions and pushes on other servers, to compare ours with."""
