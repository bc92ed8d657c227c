import { expect, test } from 'vitest'
import { chartHead, type NamedSeries } from './chart-head.ts'

const texts = {
  joined: (entity: string, key: string) => `${entity}, ${key}`,
  listed: (names: readonly string[]) => names.join(' and '),
}
const of = (entity: string, keyName: string, unit = '', key = keyName): NamedSeries => ({
  entityId: entity,
  entity,
  key,
  keyName,
  unit,
})
const head = (...series: readonly NamedSeries[]) => chartHead(series, texts)

test('the same key is the title, and the legend has the entities', () => {
  expect(head(of('Tank 1', 'level', '%'), of('Tank 5', 'level', '%'))).toEqual({
    title: 'Level',
    units: ['%'],
    legend: ['Tank 1', 'Tank 5'],
  })
  // A single series has both in common.
  expect(head(of('Tank 1', 'Fill level', '%', 'lvl'))).toMatchObject({ title: 'Fill level', legend: ['Tank 1'] })
})

test('the same entity is the title, and the legend has the keys, with their units if they differ', () => {
  expect(head(of('Pump 3', 'power', 'kW'), of('Pump 3', 'pressure', 'bar'))).toEqual({
    title: 'Pump 3',
    units: ['kW', 'bar'],
    legend: ['power, kW', 'pressure, bar'],
  })
  expect(head(of('Tank 1', 'inflow', 'm³/h'), of('Tank 1', 'outflow', 'm³/h')).legend).toEqual(['inflow', 'outflow'])
  expect(head(of('', 'inflow'), of('', 'outflow')).title).toBeNull()
})

test('up to two keys of several entities are the title, more are none', () => {
  const two = [of('Tank 1', 'inflow'), of('Tank 1', 'outflow'), of('Tank 5', 'inflow')]
  expect(head(...two)).toMatchObject({
    title: 'Inflow and Outflow',
    legend: expect.arrayContaining(['Tank 5, inflow']),
  })
  expect(head(...two, of('Tank 5', 'level')).title).toBeNull()
})

test('only plain words get a capital', () => {
  const titles = ['vibration', 'pH', 'fw_state', 'inlet flow', 'CO2'].map((key) => head(of('A', key)).title)
  expect(titles).toEqual(['Vibration', 'pH', 'fw_state', 'Inlet flow', 'CO2'])
})
