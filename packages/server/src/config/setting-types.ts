/** Parsers of setting values. An invalid value is rejected with a description of what is allowed. */

export interface SettingType<T> {
  /** Allowed values, for the docs and error messages. */
  readonly allowed: string
  /** Undefined if the text is invalid. */
  parse(text: string): T | undefined
}

export const text = (allowed: string, pattern = /\S/): SettingType<string> => ({
  allowed,
  parse: (given) => (pattern.test(given) ? given : undefined),
})

export const flag: SettingType<boolean> = {
  allowed: '`true` or `false`',
  parse: (given) => (/^(true|1|yes|on)$/i.test(given) ? true : /^(false|0|no|off)$/i.test(given) ? false : undefined),
}

export const integer = (min: number, max: number): SettingType<number> => ({
  allowed: `a whole number from ${min} to ${max}`,
  parse(given) {
    const value = /^\d+$/.test(given) ? Number(given) : Number.NaN
    return value >= min && value <= max ? value : undefined
  },
})

export const choice = <const V extends string>(...values: readonly V[]): SettingType<V> => ({
  allowed: `one of ${values.map((value) => `\`${value}\``).join(', ')}`,
  parse: (given) => values.find((value) => value === given.toLowerCase()),
})

/** Comma-separated texts. */
export const list = (allowed: string, item: RegExp): SettingType<readonly string[]> => ({
  allowed,
  parse(given) {
    const items = given.split(',').map((each) => each.trim())
    return items.every((each) => item.test(each)) ? items : undefined
  },
})

export const url = (allowed: string, accepts: (given: string) => boolean): SettingType<string> => ({
  allowed,
  parse: (given) => (accepts(given) ? given.replace(/\/+$/, '') : undefined),
})

export const isHttpUrl = (given: string): boolean => {
  const parsed = URL.parse(given)
  return parsed !== null && /^https?:$/.test(parsed.protocol)
}
