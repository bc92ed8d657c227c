import { Cpu } from 'lucide-react'
import { expect, test } from 'vitest'
import { deviceActions } from './palette-devices.ts'
import type { PaletteGroup } from './palette-search.ts'

const group = (hits: PaletteGroup['hits']): PaletteGroup => ({
  kind: { label: 'shell.devices', icon: Cpu, path: '/devices', opensBeside: true, find: async () => [] },
  hits,
})
const words = (key: string, values?: Readonly<Record<string, unknown>>) => `${key} ${values?.name ?? ''}`

test('the first device has its telemetry, its alarms and RPC; other entities have nothing', () => {
  const device = { active: true, deviceProfileName: 'default' }
  const offered = deviceActions([group([{ id: 'd', name: 'Boiler', device }])], words)
  expect(offered.map(({ label, search }) => [label, search.tab])).toEqual([
    ['shell.telemetryOf Boiler', 'telemetry'],
    ['shell.alarmsOf Boiler', 'alarms'],
    ['shell.rpcTo Boiler', 'rpc'],
  ])
  expect(deviceActions([group([{ id: 'a', name: 'Hall' }])], words)).toEqual([])
  expect(deviceActions(undefined, words)).toEqual([])
})
