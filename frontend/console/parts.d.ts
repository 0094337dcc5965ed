import type { Plugin } from "vite";

export function packageOf(id: string): string | undefined;
export function listedParts(into: string): Plugin;
