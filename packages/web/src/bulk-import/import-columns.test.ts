import { expect, test } from 'vitest'
import { columnErrors, guessColumns, hasColumnErrors, mappingColumns, offeredCredentials } from './import-columns.ts'

const types = (columns: readonly { type: string }[]) => columns.map(({ type }) => type)

test('columns are what their names say, whatever their case; others are attributes of that name', () => {
  const columns = guessColumns('DEVICE', ['Name', 'type', 'is_gateway', 'ACCESS_TOKEN', 'floor', 'NAME'], true)
  expect(types(columns)).toEqual(['NAME', 'TYPE', 'IS_GATEWAY', 'ACCESS_TOKEN', 'SERVER_ATTRIBUTE', 'SERVER_ATTRIBUTE'])
  expect(columns.map(({ key }) => key)).toEqual(['', '', '', '', 'floor', 'NAME'])
  expect(types(guessColumns('EDGE', ['name', 'type', 'secret', 'floor'], true))).toEqual([
    'NAME',
    'TYPE',
    'SECRET',
    'SKIP',
  ])
})

test('without names the first two are name and type', () => {
  expect(types(guessColumns('ASSET', ['Hall', 'building', '12'], false))).toEqual(['NAME', 'TYPE', 'SERVER_ATTRIBUTE'])
})

test('the reasons in a list of failed lines are not imported', () => {
  expect(types(guessColumns('ASSET', ['name', 'type', 'error'], true))).toEqual(['NAME', 'TYPE', 'SKIP'])
})

test('name and type are needed once each, keys too', () => {
  const column = (type: Parameters<typeof columnErrors>[0][number]['type'], key = '') => ({ type, key })
  expect(hasColumnErrors(columnErrors([column('NAME'), column('TYPE')]))).toBe(false)
  expect(columnErrors([column('NAME'), column('NAME')])).toEqual({ missing: ['TYPE'], columns: { 1: 'twice' } })
  expect(
    columnErrors([
      column('NAME'),
      column('TYPE'),
      column('TIMESERIES', ' '),
      column('TIMESERIES', 'k'.repeat(256)),
      column('SERVER_ATTRIBUTE', 'a'),
      column('SERVER_ATTRIBUTE', 'a '),
      column('TIMESERIES', 'a'),
      column('SKIP'),
    ]).columns,
  ).toEqual({ 2: 'keyNeeded', 3: 'keyTooLong', 5: 'keyTwice' })
})

test('what is skipped is not sent', () => {
  expect(
    mappingColumns([
      { type: 'SKIP', key: '' },
      { type: 'NAME', key: '' },
      { type: 'TIMESERIES', key: ' t ' },
    ]),
  ).toEqual([{ type: 'NAME' }, { type: 'TIMESERIES', key: 't' }])
})

test('credentials that no transport accepts are only offered if the file has them', () => {
  const served = ['ACCESS_TOKEN', 'MQTT_CLIENT_ID', 'MQTT_PASSWORD', 'MQTT_USER_NAME']
  expect([...offeredCredentials('DEVICE', guessColumns('DEVICE', ['name', 'type'], true))].sort()).toEqual(served)
  const certificates = guessColumns('DEVICE', ['name', 'type', 'x509'], true)
  expect(types(certificates)).toEqual(['NAME', 'TYPE', 'X509'])
  expect([...offeredCredentials('DEVICE', certificates)].sort()).toEqual([...served, 'X509'])
  expect(offeredCredentials('EDGE', certificates)).toEqual(['ROUTING_KEY', 'SECRET'])
})
