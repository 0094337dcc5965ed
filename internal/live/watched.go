package live

// Watched are the topics that somebody watches now.
func (h *Hub) Watched() []Topic {
	h.mu.Lock()
	defer h.mu.Unlock()
	topics := make([]Topic, 0, len(h.subscribers))
	for topic := range h.subscribers {
		topics = append(topics, topic)
	}
	return topics
}
