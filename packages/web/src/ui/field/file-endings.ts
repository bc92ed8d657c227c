/** File extensions that a field accepts. */

/** Converts `json, .csv` to `['.json', '.csv']`; empty: any extension. */
export const endingsOf = (allowed: string): readonly string[] =>
  allowed
    .split(',')
    .map((one) =>
      one
        .trim()
        .toLowerCase()
        .replace(/^\*?\.?/, ''),
    )
    .filter((one) => one !== '')
    .map((one) => `.${one}`)

export const hasEnding = (name: string, endings: readonly string[]): boolean =>
  endings.length === 0 || endings.some((ending) => name.toLowerCase().endsWith(ending))
