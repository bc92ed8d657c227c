import { expect, test, vi } from 'vitest'
import { createEntityRows, type RowsQuery } from '../../../dashboards/entity-rows.ts'
import { createFakeFrames, createFakeLive, pageOf, rowOf } from '../../../dashboards/testing.ts'
import { createHierarchyPages, pagesMax } from './hierarchy-pages.ts'

const query: RowsQuery = {
  filter: { type: 'deviceType', deviceType: 'pump' },
  keyFilters: [],
  keys: [],
  pageLink: { page: 0, pageSize: 10 },
}

test('pages are kept until others need their place, and those beyond the bound are refused', () => {
  const { live, subscriptions } = createFakeLive()
  const { frames, next } = createFakeFrames()
  const pages = createHierarchyPages((one) => createEntityRows(live, one, frames))
  const listener = vi.fn()
  pages.subscribe(listener)
  const some = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ path: `p${from + index}`, query }))
  pages.want(some(0, pagesMax))
  pages.want(some(0, pagesMax))
  expect(subscriptions).toHaveLength(pagesMax)
  subscriptions[0]?.callbacks.onPage(pageOf(rowOf(1)), 1)
  next()
  expect(listener).toHaveBeenCalled()
  expect(pages.get('p0')).toMatchObject({ kind: 'ready', total: 1 })

  pages.want(some(0, pagesMax + 1))
  expect(pages.get(`p${pagesMax}`)).toBe('full')
  pages.want(some(1, pagesMax))
  expect(pages.get(`p${pagesMax}`)).toEqual({ kind: 'loading' })
  expect([pages.get('p0'), subscriptions[0]?.isOpen]).toEqual([undefined, false])
  pages.close()
  expect(subscriptions.some(({ isOpen }) => isOpen)).toBe(false)
})
