/** Safe member access by external names: `constructor` and the like exist on every object. */

/** The object's own member of that name; undefined if there is none. */
export const own = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined
