/** Endings of files that a field takes. */

/** `json, .csv` as `['.json', '.csv']`; empty: any. */
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
