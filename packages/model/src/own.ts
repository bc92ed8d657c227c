/** Members of plain objects by names from outside: `constructor` and its like are members of every object. */

/** The object's own member of that name; undefined when it has none. */
export const own = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined
