/**
 * Measurements of the plant's devices: a pure function of device and time, so that the generated history and the
 * simulator's later messages form one series.
 *
 * Dependencies: a tank's inflow is the flow of its pump, its outflow follows from its level; the site meter carries the
 * pumps' power; solar irradiance follows the weather station's clouds.
 */

import { chance, drift, jitter, seedOf } from './noise.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export type PlantKind = 'pump' | 'tank' | 'energy meter' | 'weather station' | 'delivery van'

export interface PlantDevice {
  readonly name: string
  readonly label: string
  readonly kind: PlantKind
  /** Index among the devices of its kind, from 0. */
  readonly index: number
  /** Server attributes. */
  readonly attributes: Readonly<Record<string, string | number | boolean>>
}

export type PlantValues = Record<string, number | boolean | string>

const round = (value: number, decimals: number): number => {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}

/** Fraction of the day in the plant's time zone (UTC), 0 to 1. */
const dayPart = (ts: number): number => (ts % day) / day

/** 0 at night, 1 during working hours, with soft edges. */
function workload(ts: number): number {
  const hours = dayPart(ts) * 24
  const weekday = new Date(ts).getUTCDay()
  const weekend = weekday === 0 || weekday === 6 ? 0.45 : 1
  const up = 1 / (1 + Math.exp(-(hours - 6.5) * 2))
  const down = 1 / (1 + Math.exp((hours - 19) * 1.6))
  return (0.18 + 0.82 * up * down) * weekend
}

/** Strength of a device's fault, from 0 (none) to 1 (full). It occurs on some days, for some hours. */
function fault(seed: number, ts: number, perDay: number): number {
  const today = Math.floor(ts / day)
  if (chance(seed ^ 0xfa017, today) > perDay) return 0
  const start = (0.2 + 0.5 * chance(seed ^ 0xfa018, today)) * day
  const length = (1 + 3 * chance(seed ^ 0xfa019, today)) * hour
  const into = (ts % day) - start
  if (into < 0 || into > length) return 0
  return Math.min(1, into / (length * 0.6))
}

/** Whether the device is silent: it loses its connection for some minutes on some days. */
export function isSilent(device: PlantDevice, ts: number): boolean {
  const seed = seedOf(device.name) ^ 0x51e47
  const today = Math.floor(ts / day)
  if (chance(seed, today) > 0.25) return false
  const start = chance(seed ^ 1, today) * (day - hour)
  const into = (ts % day) - start
  return into >= 0 && into < (4 + 26 * chance(seed ^ 2, today)) * minute
}

function pump(name: string, ts: number): { running: boolean; flow: number; power: number; values: PlantValues } {
  const seed = seedOf(name)
  const demand = workload(ts) + 0.12 * drift(seed, ts, 47 * minute)
  const running = demand + 0.35 * drift(seed ^ 7, ts, 95 * minute) > 0.28
  const wear = fault(seed, ts, 0.12)
  const speed = running ? Math.max(0.35, Math.min(1.1, demand)) : 0
  const flow = running ? 42 * speed * (1 - 0.35 * wear) + 0.8 * drift(seed ^ 3, ts, 3 * minute) : 0
  const pressure = running ? 3.1 + 2.4 * speed - 1.1 * wear + 0.06 * jitter(seed, ts) : 1.02 + 0.01 * jitter(seed, ts)
  const power = running ? 4.2 + 13.5 * speed ** 2 + 2.2 * wear + 0.15 * jitter(seed ^ 9, ts) : 0.12
  const vibration = running ? 1.4 + 0.9 * speed + 6.5 * wear + 0.12 * jitter(seed ^ 5, ts) : 0.05
  return {
    running,
    flow: Math.max(0, flow),
    power,
    values: {
      running,
      flow: round(Math.max(0, flow), 2),
      pressure: round(pressure, 2),
      power: round(power, 2),
      vibration: round(Math.max(0, vibration), 2),
    },
  }
}

const pumpName = (index: number): string => `Pump P-${String(index + 1).padStart(2, '0')}`

export const pumpCount = 8
export const tankCount = 6

function tankLevel(seed: number, ts: number): number {
  const phase = chance(seed, 11)
  return 58 + 24 * Math.sin((dayPart(ts) + phase) * 2 * Math.PI) + 9 * drift(seed, ts, 5 * hour)
}

function tank(device: PlantDevice, ts: number): PlantValues {
  const seed = seedOf(device.name)
  const level = tankLevel(seed, ts)
  const inflow = pump(pumpName(device.index % pumpCount), ts).flow
  // 100 % is 400 m³. Inflow that doesn't raise the level is outflow.
  const rise = ((tankLevel(seed, ts + minute) - tankLevel(seed, ts - minute)) / 100) * 400 * 30
  return {
    level: round(Math.max(0, Math.min(100, level + 0.05 * jitter(seed, ts))), 2),
    temperature: round(
      14.5 + 3.2 * Math.sin((dayPart(ts) - 0.3) * 2 * Math.PI) + 0.8 * drift(seed ^ 2, ts, 2 * hour),
      1,
    ),
    inflow: round(inflow, 2),
    outflow: round(Math.max(0, inflow - rise * 0.1), 2),
  }
}

/** Total power of the pumps, kW. */
function pumpsPower(ts: number): number {
  let sum = 0
  for (let i = 0; i < pumpCount; i++) sum += pump(pumpName(i), ts).power
  return sum
}

function meter(device: PlantDevice, ts: number): PlantValues {
  const seed = seedOf(device.name)
  const isSite = device.index === 0
  const base = isSite ? 60 : 6 + 5 * chance(seed, 1)
  const swing = isSite ? 140 : 18 + 20 * chance(seed, 2)
  const power =
    base + swing * workload(ts) + (isSite ? pumpsPower(ts) : 0) + (isSite ? 8 : 1.2) * drift(seed, ts, 11 * minute)
  const voltage = 230.4 + 2.1 * drift(seed ^ 1, ts, 25 * minute) + 0.3 * jitter(seed, ts)
  const powerFactor = 0.93 + 0.04 * drift(seed ^ 2, ts, hour)
  // The meter counts up with the mean load, from 1 January 2026.
  const elapsedHours = Math.max(0, ts - 1_767_225_600_000) / hour
  const energy = (base + 0.52 * swing) * elapsedHours + swing * 24 * 0.06 * Math.sin(dayPart(ts) * 2 * Math.PI - 2)
  return {
    power: round(Math.max(0, power), 1),
    energy: round(12_000 + energy, 1),
    voltage: round(voltage, 1),
    current: round((power * 1000) / (voltage * Math.sqrt(3) * powerFactor), 1),
    powerFactor: round(powerFactor, 3),
  }
}

function weather(device: PlantDevice, ts: number): PlantValues {
  const seed = seedOf(device.name)
  const season = Math.cos(((ts / day - 200) / 365.25) * 2 * Math.PI)
  const clouds = Math.max(0, Math.min(1, 0.5 + 0.7 * drift(seed ^ 1, ts, 3 * hour)))
  const sun = Math.max(0, Math.sin((dayPart(ts) - 0.25) * 2 * Math.PI))
  const temperature =
    10 +
    8 * season +
    4.5 * Math.sin((dayPart(ts) - 0.36) * 2 * Math.PI) +
    2.5 * drift(seed, ts, 7 * hour) -
    1.5 * clouds
  const raining = clouds > 0.78
  return {
    temperature: round(temperature, 1),
    humidity: round(
      Math.max(20, Math.min(99, 86 - 1.9 * (temperature - 8) + 12 * clouds + 1.5 * drift(seed ^ 4, ts, hour))),
      1,
    ),
    windSpeed: round(Math.max(0, 4.2 + 3.6 * drift(seed ^ 2, ts, 40 * minute) + 0.7 * jitter(seed, ts)), 1),
    irradiance: round(920 * sun * (1 - 0.75 * clouds) * (0.75 + 0.25 * season), 0),
    rain: raining ? round((clouds - 0.78) * 22, 1) : 0,
  }
}

/** Stops of a tour through the town: longitude and latitude. */
const route: readonly (readonly [number, number])[] = [
  [8.6821, 50.1109],
  [8.7012, 50.1187],
  [8.7238, 50.1242],
  [8.7401, 50.1153],
  [8.7353, 50.1008],
  [8.7102, 50.0931],
  [8.6874, 50.0968],
  [8.6702, 50.1021],
]
const legMs = 24 * minute
const stopMs = 6 * minute

function van(device: PlantDevice, ts: number): PlantValues {
  const seed = seedOf(device.name)
  const hours = dayPart(ts) * 24
  const onDuty = hours > 6 + 0.7 * chance(seed, 3) && hours < 19.2 - 0.9 * chance(seed, 4)
  const tour = ts + chance(seed, 5) * route.length * (legMs + stopMs)
  const leg = Math.floor(tour / (legMs + stopMs))
  const into = tour % (legMs + stopMs)
  const from = route[leg % route.length] ?? route[0]
  const to = route[(leg + 1) % route.length] ?? route[0]
  const isDriving = onDuty && into < legMs
  const part = onDuty ? Math.min(1, into / legMs) : 0
  const [fromLon, fromLat] = (onDuty ? from : route[0]) as readonly [number, number]
  const [toLon, toLat] = to as readonly [number, number]
  const speed = isDriving ? Math.max(0, 34 + 22 * drift(seed, ts, 2 * minute) + 3 * jitter(seed, ts)) : 0
  const doorOpen = onDuty && !isDriving && into > legMs + minute && into < legMs + stopMs - minute
  const cooling = fault(seed, ts, 0.15)
  // Tanks are refilled overnight to different levels, and each van has a different consumption.
  const fullest = 80 + 18 * chance(seed, 6)
  const use = 44 + 34 * chance(seed, 7)
  return {
    latitude: round(fromLat + (toLat - fromLat) * part + (isDriving ? 0.0004 * drift(seed ^ 1, ts, minute) : 0), 5),
    longitude: round(fromLon + (toLon - fromLon) * part + (isDriving ? 0.0004 * drift(seed ^ 2, ts, minute) : 0), 5),
    speed: round(speed, 1),
    fuel: round(
      Math.max(6, fullest - use * Math.max(0, Math.min(1, (hours - 6) / 13)) + 0.6 * jitter(seed ^ 4, ts)),
      1,
    ),
    cargoTemperature: round(3.4 + (doorOpen ? 2.1 : 0) + 7.5 * cooling + 0.5 * drift(seed ^ 3, ts, 20 * minute), 1),
    doorOpen,
  }
}

/** Before and after the start of the demo no device is silent, so that all of them are active when it's opened. Ms. */
const steadyMs = hour

/** Values of the device at `ts`, or null while it is silent. Times are epoch ms; `startTs` is the start of the demo. */
export function plantValuesAt(device: PlantDevice, ts: number, startTs: number): PlantValues | null {
  return Math.abs(ts - startTs) > steadyMs && isSilent(device, ts) ? null : measuredAt(device, ts)
}

/** Values of the device at `ts` (epoch ms), also while it is silent. */
export function measuredAt(device: PlantDevice, ts: number): PlantValues {
  switch (device.kind) {
    case 'pump':
      return pump(device.name, ts).values
    case 'tank':
      return tank(device, ts)
    case 'energy meter':
      return meter(device, ts)
    case 'weather station':
      return weather(device, ts)
    case 'delivery van':
      return van(device, ts)
  }
}
