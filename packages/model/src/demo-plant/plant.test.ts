import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plantDevices, plantRelations } from './plant.ts'
import { plantValuesAt } from './signals.ts'

const start = Date.UTC(2026, 10, 14)
const week = Array.from({ length: 7 * 24 * 12 }, (_, i) => start + i * 300_000)

test('the plant has about thirty devices of five kinds with unique names', () => {
  assert.equal(plantDevices.length, 30)
  assert.equal(new Set(plantDevices.map((d) => d.name)).size, plantDevices.length)
  assert.equal(new Set(plantDevices.map((d) => d.kind)).size, 5)
  const names = new Set(plantDevices.map((d) => d.name))
  for (const { from, to } of plantRelations) assert.ok(names.has(from) && names.has(to), `${from} → ${to}`)
})

test('a device measures the same at the same time, whatever was asked before', () => {
  for (const device of plantDevices) {
    assert.deepEqual(plantValuesAt(device, start + 12_345_678, 0), plantValuesAt(device, start + 12_345_678, 0))
  }
})

test('a week stays within what such a device can measure', () => {
  const limits: Record<string, [number, number]> = {
    flow: [0, 60],
    pressure: [0.5, 8],
    power: [0, 700],
    vibration: [0, 12],
    level: [0, 100],
    temperature: [-25, 45],
    inflow: [0, 60],
    outflow: [0, 400],
    energy: [0, 1e8],
    voltage: [200, 260],
    current: [0, 2000],
    powerFactor: [0.5, 1],
    humidity: [0, 100],
    windSpeed: [0, 40],
    irradiance: [0, 1100],
    rain: [0, 50],
    latitude: [50, 51],
    longitude: [8, 9],
    speed: [0, 120],
    fuel: [0, 100],
    cargoTemperature: [-5, 25],
  }
  for (const device of plantDevices) {
    for (const ts of week) {
      for (const [key, value] of Object.entries(plantValuesAt(device, ts, 0) ?? {})) {
        if (typeof value !== 'number') continue
        const [low, high] = limits[key] ?? assert.fail(`no limits for ${key}`)
        assert.ok(value >= low && value <= high, `${device.name} ${key} = ${value} at ${new Date(ts).toISOString()}`)
      }
    }
  }
})

test('devices fall silent now and then, and some pump shows a fault in the week', () => {
  const silent = plantDevices.filter((device) => week.some((ts) => plantValuesAt(device, ts, 0) === null))
  assert.ok(silent.length > 3 && silent.length < plantDevices.length)
  // Around the start of the demo none is, so that its pages look alive.
  for (const device of plantDevices) for (const ts of week) assert.ok(plantValuesAt(device, ts, ts + 1_800_000))
  const pumps = plantDevices.filter((d) => d.kind === 'pump')
  assert.ok(pumps.some((d) => week.some((ts) => Number(plantValuesAt(d, ts, 0)?.vibration ?? 0) > 6)))
})

test('an energy counter never runs backwards', () => {
  for (const device of plantDevices.filter((d) => d.kind === 'energy meter')) {
    let last = 0
    for (const ts of week) {
      const energy = plantValuesAt(device, ts, 0)?.energy
      if (typeof energy !== 'number') continue
      assert.ok(energy >= last, `${device.name} at ${new Date(ts).toISOString()}: ${energy} < ${last}`)
      last = energy
    }
  }
})
