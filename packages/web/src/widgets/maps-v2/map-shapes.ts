/** Areas and circles in values of entities. */

import { isJsonObject, numberOf } from '@sonde/model/dashboards/json-parts'

/** Latitude and longitude, or shares of a picture's width and height. */
export type Pair = readonly [number, number]

export interface CircleValue {
  readonly center: Pair
  /** Meters, or a share of the picture's width. */
  readonly radius: number
}

/** Most points of one area. */
const pointsMax = 20_000

/**
 * Rings of an area: a list of points, or nested lists for holes and several parts. Two points are the corners of a
 * rectangle. Null: the value isn't an area.
 */
export function polygonOf(text: string): readonly (readonly Pair[])[] | null {
  const rings: Pair[][] = []
  let points = 0

  function collect(list: readonly unknown[], depth: number): void {
    const own = list.flatMap((one) => pairOf(one) ?? [])
    points += own.length
    if (own.length >= 2 && points <= pointsMax) rings.push(own.length === 2 ? rectangleOf(own) : own)
    if (own.length > 0 || depth > 3) return
    for (const one of list) if (Array.isArray(one)) collect(one, depth + 1)
  }

  const json = parsed(text)
  if (Array.isArray(json)) collect(json, 0)
  return rings.length > 0 ? rings : null
}

function pairOf(json: unknown): [Pair] | null {
  if (!Array.isArray(json) || json.length < 2) return null
  const [first, second] = json
  return isNumber(first) && isNumber(second) ? [[first, second]] : null
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function rectangleOf(corners: readonly Pair[]): Pair[] {
  const [[top, left] = [0, 0], [bottom, right] = [0, 0]] = corners
  return [
    [top, left],
    [top, right],
    [bottom, right],
    [bottom, left],
  ]
}

/** Null: the value isn't a circle. */
export function circleOf(text: string): CircleValue | null {
  const json = parsed(text)
  if (!isJsonObject(json)) return null
  const latitude = numberOf(json.latitude)
  const longitude = numberOf(json.longitude)
  const radius = numberOf(json.radius)
  if (latitude === null || longitude === null || radius === null || radius < 0) return null
  return { center: [latitude, longitude], radius }
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
