import { entityId } from '@sonde/model/ids'
import { expect, test } from 'vitest'
import type { LatestView } from '../../../dashboards/widget-api.ts'
import { fieldOf, getFunction, inputTextOf, lockOf, readInput, savedResult, setFunction } from './input-fields.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)

function field(settings: object, stored = '', entityType: 'DEVICE' | 'ASSET' = 'DEVICE', type = 'attribute') {
  return fieldOf({
    id: 'x',
    datasourceIndex: 0,
    keyIndex: 1,
    entity: { id: entityId(entityType, '6f8d5ad0-1111-4222-8333-000000000001'), name: 'Pump', label: '' },
    dataKey: { name: 'limit', type, settings },
    label: 'Limit',
    ts: stored === '' ? 0 : 1,
    text: stored,
  } as unknown as LatestView)
}
const value = (settings: object, text: string, stored = '') => readInput(field(settings, stored), text, 'UTC', nowMs)

test('texts become values of their kind', () => {
  expect(value({ dataKeyValueType: 'double' }, ' 3.5 ')).toEqual({ value: 3.5 })
  expect(value({ dataKeyValueType: 'booleanSwitch' }, 'true')).toEqual({ value: true })
  expect(value({ dataKeyValueType: 'select' }, 'null')).toEqual({ value: null })
  expect(value({}, '')).toEqual({ value: null })
  expect(value({ dataKeyValueType: 'date' }, '2026-11-20')).toEqual({ value: Date.UTC(2026, 10, 20) })
  expect(value({ dataKeyValueType: 'time' }, '08:30')).toEqual({ value: Date.UTC(2026, 10, 21, 8, 30) })
})

test('bounds, whole numbers and empty fields are checked', () => {
  const bounded = { dataKeyValueType: 'integer', minValue: 1, maxValue: 9, required: true }
  expect(value(bounded, '9')).toEqual({ value: 9 })
  expect(value(bounded, '10')).toEqual({ problem: { kind: 'max', bound: 9 } })
  expect(value(bounded, '0')).toEqual({ problem: { kind: 'min', bound: 1 } })
  expect(value(bounded, '2.5')).toEqual({ problem: { kind: 'integer' } })
  expect(value(bounded, 'x')).toEqual({ problem: { kind: 'number' } })
  expect(value(bounded, '')).toEqual({ problem: { kind: 'required' } })
  expect(value({ dataKeyType: 'timeseries' }, '')).toEqual({ problem: { kind: 'required' } })
  expect(value({ dataKeyValueType: 'dateTime' }, 'soon')).toEqual({ problem: { kind: 'date' } })
})

test('stored values fill their fields', () => {
  const at = String(Date.UTC(2026, 10, 20, 8, 30, 5))
  expect(inputTextOf(field({ dataKeyValueType: 'dateTime' }, at), 'UTC')).toBe('2026-11-20T08:30:05')
  expect(inputTextOf(field({ dataKeyValueType: 'time' }, at), 'UTC')).toBe('08:30:05')
  expect(inputTextOf(field({ dataKeyValueType: 'date' }, 'no time'), 'UTC')).toBe('')
  expect(inputTextOf(field({ dataKeyValueType: 'booleanCheckbox' }), 'UTC')).toBe('false')
})

test('fields that must not be edited say why', () => {
  expect(lockOf(field({}))).toBeNull()
  expect(lockOf(field({ isEditable: 'readonly' }))).toBe('readonly')
  expect(lockOf(field({ dataKeyType: 'shared' }, '', 'ASSET'))).toBe('onlyDevices')
  expect(field({}, '', 'DEVICE', 'timeseries').scope).toBe('TIME_SERIES')
})

test('functions of a field are those that are on and do something; their results can be saved', () => {
  const body = 'return value * 2'
  expect(setFunction(field({ useSetValueFunction: true, setValueFunctionBody: body }))).toMatchObject({ body })
  expect(setFunction(field({ useSetValueFunction: false, setValueFunctionBody: body }))).toBeNull()
  expect(setFunction(field({ useSetValueFunction: true, setValueFunctionBody: '// nothing' }))).toBeNull()
  expect(getFunction(field({ useGetValueFunction: true, getValueFunctionBody: body }))).toMatchObject({ body })
  expect([5, false, 'x', null, { a: 1 }].map(savedResult)).toEqual([5, false, 'x', null, '{"a":1}'])
})
