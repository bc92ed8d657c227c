/** Plant of the demo: its devices and their relations. */

import { type PlantDevice, type PlantKind, pumpCount, tankCount } from './signals.ts'

const two = (index: number): string => String(index + 1).padStart(2, '0')

const consumers = ['Filling line', 'Workshop', 'Cold store', 'Offices', 'Laboratory', 'Charging yard', 'Laundry']

function devicesOf(): PlantDevice[] {
  const devices: PlantDevice[] = []
  const add = (kind: PlantKind, index: number, name: string, label: string, attributes: PlantDevice['attributes']) =>
    void devices.push({ kind, index, name, label, attributes })

  for (let i = 0; i < pumpCount; i++) {
    add('pump', i, `Pump P-${two(i)}`, i < 4 ? 'North hall' : 'South hall', {
      manufacturer: 'Hydrolux',
      model: 'HX-42',
      ratedFlow: 45,
      commissioned: `20${20 + (i % 5)}-0${1 + (i % 8)}-12`,
    })
  }
  for (let i = 0; i < tankCount; i++) {
    add('tank', i, `Tank T-${two(i)}`, i < 3 ? 'Raw water' : 'Clean water', {
      capacity: 400,
      highLimit: 92,
      lowLimit: 15,
    })
  }
  add('energy meter', 0, 'Meter M-01', 'Site supply', { contractPower: 400, phases: 3 })
  for (const [i, label] of consumers.entries()) {
    add('energy meter', i + 1, `Meter M-${two(i + 1)}`, label, { contractPower: 60, phases: 3 })
  }
  add('weather station', 0, 'Weather station', 'Roof', { height: 18, latitude: 50.1109, longitude: 8.6821 })
  add('weather station', 1, 'Weather station yard', 'Yard', { height: 4, latitude: 50.1102, longitude: 8.6835 })
  for (let i = 0; i < 6; i++) {
    add('delivery van', i, `Van V-${two(i)}`, `Tour ${i + 1}`, { plate: `F-SD ${410 + i * 7}`, payload: 1200 })
  }
  return devices
}

export const plantDevices: readonly PlantDevice[] = devicesOf()

/** Relations between the devices, by name: pumps feed tanks, the site meter precedes the other devices. */
export const plantRelations: readonly { from: string; to: string; type: string }[] = [
  ...Array.from({ length: pumpCount }, (_, i) => ({
    from: `Pump P-${two(i)}`,
    to: `Tank T-${two(i % tankCount)}`,
    type: 'Feeds',
  })),
  ...consumers.map((_, i) => ({ from: 'Meter M-01', to: `Meter M-${two(i + 1)}`, type: 'Contains' })),
]

/** History that the first start generates, and its steps: coarse for the week, fine for the last day. */
export const plantHistoryMs = 7 * 24 * 3_600_000
export const plantHistoryFineMs = 24 * 3_600_000
export const plantHistoryStepMs = 5 * 60_000
export const plantHistoryFineStepMs = 60_000

/** Interval at which a device of the plant sends. */
export const plantIntervalMs = 5_000
