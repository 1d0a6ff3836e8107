export function makeTree(target: string): void;
