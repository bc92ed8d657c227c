import type { EntityViewInfo } from '@sonde/model/entity-views/entity-view'
import { expect, test } from 'vitest'
import { draftOf, emptyView, fieldOfMs, inputOf, msOfField, viewErrors } from './entity-view-input.ts'

const stored = {
  id: { entityType: 'ENTITY_VIEW', id: 'v' },
  name: 'Last week',
  type: 'report',
  entityId: { entityType: 'DEVICE', id: 'd' },
  keys: { timeseries: ['temperature'], attributes: { cs: ['firmware'], sh: [], ss: ['floor'] } },
  startTimeMs: 1_000,
  endTimeMs: 0,
  additionalInfo: { note: 1, description: 'for the auditor' },
} as unknown as EntityViewInfo

const good = { ...draftOf(stored) }

test('what is stored reads as what is sent', () => {
  expect(inputOf(draftOf(stored), stored)).toEqual({
    id: stored.id,
    name: 'Last week',
    type: 'report',
    entityId: stored.entityId,
    keys: stored.keys,
    startTimeMs: 1_000,
    endTimeMs: 0,
    additionalInfo: stored.additionalInfo,
  })
})

test('a view needs something to show, an end after its start, keys of at most 255 characters', () => {
  expect(viewErrors(emptyView).target).toBe('entityViews.targetRequired')
  expect(Object.values(viewErrors(good)).filter(Boolean)).toEqual([])
  expect(viewErrors({ ...good, startMs: 2, endMs: 1 }).endMs).toBe('entityViews.rangeWrong')
  expect(viewErrors({ ...good, startMs: 2, endMs: 0 }).endMs).toBeUndefined()
  expect(viewErrors({ ...good, server: ['k'.repeat(255)] }).server).toBeUndefined()
  expect(viewErrors({ ...good, server: ['k'.repeat(256)] }).server).toBe('entityViews.keyTooLong')
})

test('a moment survives its field; an empty field is without limit', () => {
  const ms = Date.UTC(2026, 10, 21, 14, 2, 11)
  expect(msOfField(fieldOfMs(ms))).toBe(ms)
  expect(fieldOfMs(0)).toBe('')
  expect([msOfField(''), msOfField('nonsense')]).toEqual([0, 0])
})
