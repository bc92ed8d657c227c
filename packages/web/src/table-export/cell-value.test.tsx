import { expect, test } from 'vitest'
import { type EntityColumn, noRowLive } from '../ui/entity-table/entity-description.ts'
import { createCellReader, localStamp, textOfNode } from './cell-value.ts'

interface Row {
  readonly name: string
  readonly ms: number
}

const read = createCellReader({ t: (key) => key, nowMs: 1_000_000 })
const column = (cell: EntityColumn<Row>['cell'], text?: EntityColumn<Row>['text']): EntityColumn<Row> => ({
  id: 'x',
  title: 'ui.id',
  priority: 1,
  minWidth: 1,
  cell,
  text,
})
const row: Row = { name: ' Pump 1 ', ms: Date.UTC(2026, 10, 21, 14, 2, 11) }
const Component = ({ children }: { children?: string }) => <b>{children}</b>

test('a cell is what it draws: words, a moment, a number, nothing', () => {
  expect(
    read(
      column(({ name }) => <span>{name}</span>),
      row,
      noRowLive,
    ),
  ).toBe('Pump 1')
  expect(
    read(
      column(({ ms }, { format, nowMs }) => <i title={format.dateTime(ms)}>{format.when(ms, nowMs)}</i>),
      row,
      noRowLive,
    ),
  ).toEqual({ ms: row.ms })
  expect(
    read(
      column((_, { format }) => format.number(-18.4)),
      row,
      noRowLive,
    ),
  ).toBe(-18.4)
  expect(
    read(
      column((_, { format }) => format.number(21, { unit: '°C' })),
      row,
      noRowLive,
    ),
  ).toBe('21 °C')
  expect(
    read(
      column((_, { t }) => t('ui.none')),
      row,
      noRowLive,
    ),
  ).toBeNull()
  expect(
    read(
      column((_, { live }) => live.attributes.active?.value),
      row,
      { ...noRowLive, attributes: { active: { ts: 1, value: 'true' } } },
    ),
  ).toBe('true')
})

test('a moment inside of other words is words; what a user wrote never becomes a moment', () => {
  const words = column(({ ms }, { format, nowMs }) => `since ${format.when(ms, nowMs)}`)
  expect(read(words, row, noRowLive)).toBe(`since ${localStamp(row.ms)}`)
  expect(
    read(
      column(() => localStamp(row.ms)),
      row,
      noRowLive,
    ),
  ).toBe(localStamp(row.ms))
})

test('where a component draws the cell, the column says its text', () => {
  expect(
    read(
      column(
        () => <Component />,
        ({ name }) => name,
      ),
      row,
      noRowLive,
    ),
  ).toBe('Pump 1')
  expect(textOfNode(<Component>known</Component>)).toBe('known')
  expect(textOfNode([null, false, 'a', 1])).toBe('a1')
})
