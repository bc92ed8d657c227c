/** Helpers for reading settings received as arbitrary JSON. */

export type Settings = Readonly<Record<string, unknown>>

/** Empty object if the value isn't an object. */
export const settingsOf = (value: unknown): Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Settings) : {}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown, fallback = ''): string => (typeof value === 'string' ? value : fallback)

export const numberText = (value: unknown, fallback: number): string =>
  String(typeof value === 'number' ? value : fallback)

export const oneOf = <T extends string>(value: unknown, all: readonly T[], fallback: T): T =>
  all.find((one) => one === value) ?? fallback
