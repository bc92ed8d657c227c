/**
 * Perimeters on a map and the inside test, shared by the GPS nodes. Positions are in degrees.
 *
 * A polygon inside another one is a hole. A position on an edge is outside, as in the wire API.
 */

import { choice, flag, nullableNumber, nullableText, text } from '@sonde/model/rule-nodes/node-settings'
import type { Message } from '../../messages/message.ts'
import { type DataObject, objectOf } from './message-data.ts'

export const perimeterTypes = ['POLYGON', 'CIRCLE'] as const
export const rangeUnits = ['METER', 'KILOMETER', 'FOOT', 'MILE', 'NAUTICAL_MILE'] as const
type RangeUnit = (typeof rangeUnits)[number]

/** Units per kilometer. */
const unitsPerKm: Record<RangeUnit, number> = {
  METER: 1000,
  KILOMETER: 1,
  FOOT: 3280.84,
  MILE: 0.62137,
  NAUTICAL_MILE: 0.539957,
}

/** Maximum number of corners of all polygons of one perimeter together. */
export const cornersMax = 10_000

/** Mean radius of the Earth, km (IUGG). */
const earthRadiusKm = 6371.0087714

export const geofenceSettings = {
  latitudeKeyName: text({ title: 'Latitude key', initial: 'latitude' }),
  longitudeKeyName: text({ title: 'Longitude key', initial: 'longitude' }),
  perimeterType: choice({ title: 'Perimeter type', options: perimeterTypes, initial: 'POLYGON' }),
  fetchPerimeterInfoFromMessageMetadata: flag({
    title: 'Perimeter from metadata',
    description: 'Reads the perimeter from the metadata of each message.',
    initial: true,
  }),
  perimeterKeyName: nullableText({
    title: 'Perimeter key',
    description: 'Metadata key of the perimeter.',
    initial: 'ss_perimeter',
  }),
  polygonsDefinition: nullableText({
    title: 'Polygons',
    description: 'Such as [[lat, lon], [lat, lon], [lat, lon]], or a list of such polygons.',
    initial: null,
  }),
  centerLatitude: nullableNumber({ title: 'Center latitude', initial: null }),
  centerLongitude: nullableNumber({ title: 'Center longitude', initial: null }),
  range: nullableNumber({ title: 'Range', initial: null }),
  rangeUnit: nullableText({ title: 'Range unit', initial: null }),
} as const

export interface GeofenceSettings {
  readonly latitudeKeyName: string
  readonly longitudeKeyName: string
  readonly perimeterType: (typeof perimeterTypes)[number]
  readonly fetchPerimeterInfoFromMessageMetadata: boolean
  readonly perimeterKeyName: string | null
  readonly polygonsDefinition: string | null
  readonly centerLatitude: number | null
  readonly centerLongitude: number | null
  readonly range: number | null
  readonly rangeUnit: string | null
}

interface Position {
  readonly lat: number
  readonly lon: number
}

type Perimeter = (position: Position) => boolean

/** The message or the settings lack the data for the test. */
export class GeofenceError extends Error {
  override readonly name = 'GeofenceError'
}

/** Creates a function that tests whether the position of a message is inside. The function throws `GeofenceError`. */
export function createGeofence(settings: GeofenceSettings): (message: Message) => boolean {
  const { latitudeKeyName, longitudeKeyName, fetchPerimeterInfoFromMessageMetadata } = settings
  let configured: Perimeter | null = null
  return (message) => {
    const data = objectOf(message.data)
    const position = {
      lat: coordinate(latitudeKeyName, data, message.metadata),
      lon: coordinate(longitudeKeyName, data, message.metadata),
    }
    if (fetchPerimeterInfoFromMessageMetadata) return perimeterOf(settings, message.metadata)(position)
    configured ??= configuredPerimeter(settings)
    return configured(position)
  }
}

/** Reads a coordinate from the data, or from the metadata if the data has no such key. */
function coordinate(key: string, data: DataObject | null, metadata: Message['metadata']): number {
  const value =
    data !== null && Object.hasOwn(data, key) ? data[key] : Object.hasOwn(metadata, key) ? metadata[key] : ''
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN
  if (!Number.isFinite(number)) throw new GeofenceError(`The message has no number "${key}".`)
  return number
}

function configuredPerimeter(settings: GeofenceSettings): Perimeter {
  const { perimeterType, polygonsDefinition, centerLatitude, centerLongitude, range, rangeUnit } = settings
  if (perimeterType === 'POLYGON') {
    if (!polygonsDefinition) throw new GeofenceError('The node has no polygon.')
    return polygons(polygonsDefinition)
  }
  return circle(centerLatitude, centerLongitude, range, rangeUnit)
}

function perimeterOf({ perimeterType, perimeterKeyName }: GeofenceSettings, metadata: Message['metadata']): Perimeter {
  if (!perimeterKeyName) {
    // Without a key (chains of older versions), each part of the perimeter has its own metadata key.
    if (perimeterType === 'POLYGON') return polygons(present(metadata, 'perimeter'))
    const number = (key: string) => Number(present(metadata, key))
    return circle(number('centerLatitude'), number('centerLongitude'), number('range'), present(metadata, 'rangeUnit'))
  }
  const given = present(metadata, perimeterKeyName)
  if (perimeterType === 'POLYGON') return polygons(given)
  const { latitude, longitude, radius, radiusUnit } = objectOf(given) ?? {}
  return circle(latitude, longitude, radius, radiusUnit ?? 'METER')
}

function present(metadata: Message['metadata'], key: string): string {
  const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined
  if (value === undefined || value === '') throw new GeofenceError(`The metadata has no "${key}".`)
  return value
}

function circle(lat: unknown, lon: unknown, range: unknown, unit: unknown): Perimeter {
  const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
  if (!isNumber(lat) || !isNumber(lon) || !isNumber(range)) {
    throw new GeofenceError('The circle needs a latitude, a longitude and a range.')
  }
  const known = rangeUnits.find((each) => each === unit)
  if (!known) throw new GeofenceError(`The range unit "${unit}" is unknown. Use ${rangeUnits.join(', ')}.`)
  const km = range / unitsPerKm[known]
  return (position) => distanceKm(position, { lat, lon }) < km
}

/** Haversine formula. */
function distanceKm(a: Position, b: Position): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const lat = Math.sin(radians(b.lat - a.lat) / 2)
  const lon = Math.sin(radians(b.lon - a.lon) / 2)
  const h = lat * lat + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * lon * lon
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(h)))
}

type Ring = readonly Position[]

function polygons(definition: string): Perimeter {
  const rings = ringsOf(definition)
  /** Number of other rings that contain each ring; rings with an odd number are holes. */
  const depths = rings.map((ring) => rings.filter((other) => other !== ring && liesWithin(ring, other)).length)
  return (position) => {
    let depth = -1
    for (const [at, ring] of rings.entries()) {
      const ringDepth = depths[at] as number
      const side = sideOf(position, ring)
      const isHole = ringDepth % 2 === 1
      // A position on the edge of a hole counts as inside the hole; on the edge of a polygon, as outside.
      if ((isHole ? side !== 'outside' : side === 'inside') && ringDepth > depth) depth = ringDepth
    }
    return depth >= 0 && depth % 2 === 0
  }
}

function ringsOf(definition: string): Ring[] {
  const broken = () => new GeofenceError('The polygon must be JSON such as [[lat, lon], [lat, lon], [lat, lon]].')
  let given: unknown
  try {
    given = JSON.parse(definition)
  } catch {
    throw broken()
  }
  if (!Array.isArray(given)) throw broken()
  if (given.length === 0) return []
  const isOne = Array.isArray(given[0]) && typeof given[0][0] === 'number'
  let corners = 0
  return (isOne ? [given] : given).map((ring: unknown) => {
    if (!Array.isArray(ring)) throw broken()
    corners += ring.length
    if (corners > cornersMax) throw new GeofenceError(`The polygons have more than ${cornersMax} corners.`)
    const points = ring.map((point: unknown): Position => {
      const [lat, lon] = Array.isArray(point) ? point : []
      if (typeof lat !== 'number' || typeof lon !== 'number') throw broken()
      return { lat, lon }
    })
    return points.length === 2 ? rectangle(points[0] as Position, points[1] as Position) : points
  })
}

/** Rectangle from two opposite corners. */
const rectangle = (a: Position, b: Position): Ring => [a, { lat: a.lat, lon: b.lon }, b, { lat: b.lat, lon: a.lon }]

const liesWithin = (ring: Ring, other: Ring): boolean => ring.every((corner) => sideOf(corner, other) !== 'outside')

/** Ray casting: counts the edges that a ray to the north crosses. */
function sideOf({ lat, lon }: Position, ring: Ring): 'inside' | 'edge' | 'outside' {
  let isInside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i] as Position
    const b = ring[j] as Position
    const cross = (b.lat - a.lat) * (lon - a.lon) - (b.lon - a.lon) * (lat - a.lat)
    const isBetween =
      Math.min(a.lat, b.lat) <= lat &&
      lat <= Math.max(a.lat, b.lat) &&
      Math.min(a.lon, b.lon) <= lon &&
      lon <= Math.max(a.lon, b.lon)
    if (cross === 0 && isBetween) return 'edge'
    if (a.lon > lon !== b.lon > lon && lat < a.lat + ((lon - a.lon) * (b.lat - a.lat)) / (b.lon - a.lon)) {
      isInside = !isInside
    }
  }
  return isInside ? 'inside' : 'outside'
}
