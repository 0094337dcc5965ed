// closing makes a menu close at a press elsewhere, after one of its links was followed, and by Escape.
export function closing(menu: HTMLDetailsElement): { destroy(): void } {
	const pressed = (event: Event) => {
		const target = event.target as Element;
		if (!menu.contains(target) || target.closest("a")) menu.open = false;
	};
	const typed = (event: KeyboardEvent) => {
		if (event.key !== "Escape" || !menu.open) return;
		menu.open = false;
		menu.querySelector("summary")?.focus();
	};
	document.addEventListener("click", pressed);
	document.addEventListener("keydown", typed);
	return {
		destroy() {
			document.removeEventListener("click", pressed);
			document.removeEventListener("keydown", typed);
		},
	};
}
