/** These packages are CommonJS: where nothing bundles them, Node finds none of their names. */
export function exportsOf<M extends object>(module: M): M {
  return "default" in module ? (module.default as M) : module;
}
