import { normalizeWidget } from '@sonde/model/dashboards/normalize-widget'
import { readAlarmsTable } from '@sonde/model/widgets/alarm-widgets/alarms-table'
import { expect, test } from 'vitest'
import { alarmOf } from '../../../dashboards/testing.ts'
import { alarmTableSettings, fittingColumns, partOf, searchedFields, valueKeys } from './alarm-columns.ts'

const table = (dataKeys: object[], settings: object = {}) =>
  alarmTableSettings(
    normalizeWidget('w', { type: 'alarm', config: { settings, alarmSource: { dataKeys } } }, new Map()),
  )
const alarm = (name: string, more: object = {}) => ({ name, type: 'alarm', ...more })

test('reads fields of alarms, parts of their details, and values of originators', () => {
  const { columns } = table([
    alarm('startTime'),
    alarm('severity', { label: 'How bad', settings: { columnWidth: '90px', defaultColumnVisibility: 'hidden' } }),
    alarm('details.data.temperature', { settings: { columnSelectionToDisplay: 'disabled', columnWidth: 'red;' } }),
    { name: 'flow', type: 'timeseries' },
    { name: 'site', type: 'attribute', usePostProcessing: true, postFuncBody: 'return value' },
  ])
  expect(columns.map(({ cell, sortKey }) => [cell.kind, sortKey?.key ?? null])).toEqual([
    ['time', 'startTs'],
    ['severity', 'severityRank'],
    ['path', null],
    ['value', 'flow'],
    ['value', null],
  ])
  expect(columns.map(({ word, label }) => word ?? label)).toEqual([
    'alarms.started',
    'How bad',
    'details.data.temperature',
    'flow',
    'site',
  ])
  expect(columns.map(({ width, isHidden, isChoosable }) => [width, isHidden, isChoosable])).toEqual([
    [null, false, true],
    ['90px', true, true],
    [null, false, false],
    [null, false, true],
    [null, false, true],
  ])
  expect(searchedFields(columns)).toEqual(['startTs', 'severity', 'details'])
  expect(valueKeys(columns).map(({ type, key }) => `${type} ${key}`)).toEqual(['TIME_SERIES flow', 'ATTRIBUTE site'])
})

test('a table without keys has the usual columns; the order is a label or a name with a sign', () => {
  const { columns, sort, pageSize } = table([])
  expect(columns.map(({ dataKey }) => dataKey.name)).toEqual([
    'createdTime',
    'originator',
    'type',
    'severity',
    'status',
  ])
  expect([sort?.columnId, sort?.direction, pageSize]).toEqual([columns[0]?.id, 'DESC', 10])
  const named = table([alarm('type', { label: 'What' })], { defaultSortOrder: 'What', displayPagination: false })
  expect([named.sort?.direction, named.pageSize]).toEqual(['ASC', 1024])
  expect(table([alarm('details.x')], { defaultSortOrder: 'details.x' }).sort).toBeNull()
})

test('settings of older dashboards are read, and hostile ones do no harm', () => {
  expect(readAlarmsTable({ enableStatusFilter: false }).values.enableStatusFilter).toBe(false)
  const { columns, pageSize } = table([alarm('__proto__'), alarm('constructor')], { defaultPageSize: 'x' })
  expect(columns.map(({ cell }) => cell.kind)).toEqual(['path', 'path'])
  expect(pageSize).toBe(10)
  expect(partOf(alarmOf(1), ['constructor', 'name'])).toBe('')
})

test('parts of an alarm are text: nested ones, objects as JSON, missing ones empty', () => {
  const one = alarmOf(1, { details: { data: { t: 20.5 }, text: 'x' } })
  expect(partOf(one, ['details', 'data', 't'])).toBe('20.5')
  expect(partOf(one, ['details', 'data'])).toBe('{"t":20.5}')
  expect(partOf(one, ['details', 'data', 't', 'more'])).toBe('')
  expect(partOf(one, ['nothing'])).toBe('')
})

test('the first column always fits, then what matters most', () => {
  const { columns } = table([])
  const names = (roomPx: number) => [...fittingColumns(columns, roomPx)].map(({ dataKey }) => dataKey.name)
  expect(names(0)).toEqual(['createdTime'])
  expect(names(450)).toEqual(['createdTime', 'type', 'severity'])
  expect(names(2000)).toHaveLength(5)
})
