/** Readers for user-written JSON: return a part if it exists and has the expected type, otherwise null or a default. */

import type { JsonObject } from './dashboard-configuration.ts'

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectOf = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null

/** Number, or text that contains a number: imported dashboards have both. */
export const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

export const flagOf = (value: unknown, otherwise: boolean): boolean => (typeof value === 'boolean' ? value : otherwise)
