/** Earlier events of the demo plant: areas, alarm rules with their alarms, and a firmware update. */

import type { AlarmCause } from '../alarms/alarm-cause.ts'
import type { AlarmSeverity } from '../alarms/alarm-kinds.ts'
import type { AlarmRule, ProfileAlarm } from '../device-profiles/alarm-rule.ts'
import type { KeyDescription } from '../key-descriptions/key-description.ts'
import { type PlantDevice, type PlantKind, plantValuesAt } from './signals.ts'

const minuteMs = 60_000

/** An asset of the plant: the site, and the areas that it contains. */
export interface PlantArea {
  readonly name: string
  readonly type: 'site' | 'area'
  readonly label: string
  readonly holds: (device: PlantDevice) => boolean
}

export const plantSite: PlantArea = {
  name: 'Riverside site',
  type: 'site',
  label: 'Frankfurt',
  holds: () => false,
}

export const plantAreas: readonly PlantArea[] = [
  { name: 'North hall', type: 'area', label: 'Pumps 1 to 4', holds: ({ label }) => label === 'North hall' },
  { name: 'South hall', type: 'area', label: 'Pumps 5 to 8', holds: ({ label }) => label === 'South hall' },
  { name: 'Tank farm', type: 'area', label: 'Raw and clean water', holds: ({ kind }) => kind === 'tank' },
  { name: 'Power supply', type: 'area', label: 'Energy meters', holds: ({ kind }) => kind === 'energy meter' },
  {
    name: 'Yard',
    type: 'area',
    label: 'Vans and weather',
    holds: ({ kind }) => kind === 'delivery van' || kind === 'weather station',
  },
]

interface PlantRule {
  readonly id: string
  readonly alarmType: string
  readonly severity: AlarmSeverity
  readonly key: string
  readonly operation: 'GREATER' | 'LESS'
  readonly limit: number
  /** The alarm clears when the value is back beyond this. */
  readonly clearAt: number
  /** Minutes for which the value must be beyond the limit. */
  readonly minutes: number
}

/** Alarm rules of the plant's device profiles. */
export const plantRules: Readonly<Partial<Record<PlantKind, PlantRule>>> = {
  pump: {
    id: '5de0c33c-0000-4000-8000-000000000001',
    alarmType: 'High vibration',
    severity: 'MAJOR',
    key: 'vibration',
    operation: 'GREATER',
    limit: 6,
    clearAt: 5,
    minutes: 5,
  },
  tank: {
    id: '5de0c33c-0000-4000-8000-000000000002',
    alarmType: 'Low level',
    severity: 'WARNING',
    key: 'level',
    operation: 'LESS',
    limit: 36,
    clearAt: 40,
    minutes: 5,
  },
  'delivery van': {
    id: '5de0c33c-0000-4000-8000-000000000003',
    alarmType: 'Cargo too warm',
    severity: 'CRITICAL',
    key: 'cargoTemperature',
    operation: 'GREATER',
    limit: 8,
    clearAt: 6.5,
    minutes: 10,
  },
}

/** Converts a rule to the form that device profiles store. */
export function profileAlarmOf(rule: PlantRule): ProfileAlarm {
  const { id, alarmType, severity, key, operation, limit, clearAt, minutes } = rule
  const ruleOf = (compare: 'GREATER' | 'LESS', value: number, spec: 'DURATION' | 'SIMPLE'): AlarmRule => ({
    condition: {
      condition: [
        {
          key: { type: 'TIME_SERIES', key },
          valueType: 'NUMERIC',
          predicate: { type: 'NUMERIC', operation: compare, value: { defaultValue: value } },
        },
      ],
      spec:
        spec === 'SIMPLE'
          ? { type: 'SIMPLE' }
          : { type: 'DURATION', unit: 'MINUTES', predicate: { defaultValue: minutes } },
    },
    schedule: null,
    alarmDetails: null,
    dashboardId: null,
  })
  return {
    id,
    alarmType,
    createRules: { [severity]: ruleOf(operation, limit, 'DURATION') },
    clearRule: ruleOf(operation === 'GREATER' ? 'LESS' : 'GREATER', clearAt, 'SIMPLE'),
    // Areas show the alarms of their devices.
    propagate: true,
    propagateToOwner: false,
    propagateToTenant: false,
    propagateRelationTypes: ['Contains'],
  }
}

/**
 * Names and units of the telemetry keys with measured values. The first ones are what the list shows of the devices that
 * send them.
 */
export const plantKeys: readonly KeyDescription[] = [
  { key: 'level', name: 'Level', unit: '%', decimals: 1 },
  { key: 'cargoTemperature', name: 'Cargo temperature', unit: '°C', decimals: 1 },
  { key: 'flow', name: 'Flow', unit: 'm³/h', decimals: 1 },
  { key: 'power', name: 'Power', unit: 'kW', decimals: 1 },
  { key: 'temperature', name: 'Temperature', unit: '°C', decimals: 1 },
  { key: 'current', name: 'Current', unit: 'A', decimals: 1 },
  { key: 'doorOpen', name: 'Door open' },
  { key: 'energy', name: 'Energy', unit: 'kWh', decimals: 0 },
  { key: 'fuel', name: 'Fuel', unit: '%', decimals: 0, min: 0, max: 100 },
  { key: 'humidity', name: 'Humidity', unit: '%', decimals: 0, min: 0, max: 100 },
  { key: 'inflow', name: 'Inflow', unit: 'm³/h', decimals: 1 },
  { key: 'irradiance', name: 'Irradiance', unit: 'W/m²', decimals: 0 },
  { key: 'outflow', name: 'Outflow', unit: 'm³/h', decimals: 1 },
  { key: 'powerFactor', name: 'Power factor', decimals: 2 },
  { key: 'pressure', name: 'Pressure', unit: 'bar', decimals: 2 },
  { key: 'rain', name: 'Rain', unit: 'mm/h', decimals: 1 },
  { key: 'speed', name: 'Speed', unit: 'km/h', decimals: 0 },
  { key: 'vibration', name: 'Vibration', unit: 'mm/s', decimals: 2 },
  { key: 'voltage', name: 'Voltage', unit: 'V', decimals: 1 },
  { key: 'windSpeed', name: 'Wind speed', unit: 'm/s', decimals: 1 },
]

export interface PlantAlarm {
  readonly type: string
  readonly severity: AlarmSeverity
  readonly startTs: number
  /** Time of the last value beyond the limit. */
  readonly endTs: number
  /** null: the alarm is active. */
  readonly clearTs: number | null
  readonly cause: AlarmCause
}

/** Alarms of a device within a time range, oldest first, as its rule would raise and clear them. */
export function plantAlarmsBetween(device: PlantDevice, fromMs: number, toMs: number): PlantAlarm[] {
  const rule = plantRules[device.kind]
  if (!rule) return []
  const { alarmType: type, severity, key, operation, limit, clearAt, minutes } = rule
  const sign = operation === 'GREATER' ? 1 : -1
  const durationMs = minutes * minuteMs
  const alarms: PlantAlarm[] = []
  let beyondFrom: number | null = null
  let active = null as Omit<PlantAlarm, 'clearTs'> | null
  for (let ts = fromMs; ts <= toMs; ts += minuteMs) {
    const value = plantValuesAt(device, ts, toMs)?.[key]
    if (typeof value !== 'number') continue
    const isBeyond = sign * (value - limit) > 0
    if (active) {
      if (isBeyond) active = { ...active, endTs: ts }
      else if (sign * (value - clearAt) < 0) {
        alarms.push({ ...active, clearTs: ts })
        active = null
      }
    }
    beyondFrom = isBeyond ? (beyondFrom ?? ts) : null
    if (!active && beyondFrom !== null && ts - beyondFrom >= durationMs) {
      const comparison = { keyType: 'TIME_SERIES', key, value, operation, limit } as const
      const cause = { ts, comparisons: [comparison], durationMs, eventCount: null }
      active = { type, severity, startTs: ts, endTs: ts, cause }
    }
  }
  if (active) alarms.push({ ...active, clearTs: null })
  return alarms
}

/** Firmware that the plant's pumps receive, and the progress of each pump. */
export const pumpFirmware = { title: 'Pump firmware', version: '2.5.0' } as const
const olderFirmware = '2.4.1'

export type UpdateState = 'UPDATED' | 'DOWNLOADING' | 'FAILED' | 'INITIATED'
const pumpStates: readonly UpdateState[] = ['UPDATED', 'UPDATED', 'UPDATED', 'UPDATED', 'DOWNLOADING', 'FAILED']

/** State of the device's firmware update; null: it gets no update. */
export const updateStateOf = ({ kind, index }: PlantDevice): UpdateState | null =>
  kind === 'pump' ? (pumpStates[index] ?? 'INITIATED') : null

/** Firmware version that a device runs. */
export const firmwareOf = (device: PlantDevice): string =>
  updateStateOf(device) === 'UPDATED' ? pumpFirmware.version : olderFirmware
