import { decodeStates } from '@sonde/model/dashboards/dashboard-states'
import { defaultTimeWindow } from '@sonde/model/time-windows/time-window'
import { withFixedRange } from '@sonde/model/time-windows/window-edits'
import { expect, test } from 'vitest'
import { timeWindowOfParam } from '../../time-windows/time-window-param.ts'
import { frameCodeOf, shareLinkOf, viewLinkOf } from './view-link.ts'

const nowMs = Date.UTC(2026, 10, 22, 12)
const plain = { origin: 'https://iot.example', dashboardId: 'd1', isSinglePage: false, browserZone: 'UTC' }

test('the plain dashboard has a plain link', () => {
  expect(viewLinkOf({ ...plain, states: [], window: null })).toBe('https://iot.example/dashboards/d1')
})

test('states with their entities and a fixed range are read back from the link', () => {
  const states = [
    { id: 'root', params: {} },
    { id: 'pump', params: { entityId: { entityType: 'DEVICE', id: 'p' }, entityName: 'Pumpe ü' } },
  ]
  const window = withFixedRange(defaultTimeWindow(nowMs), { startMs: nowMs - 5000, endMs: nowMs }, 'UTC')
  const link = new URL(viewLinkOf({ ...plain, isSinglePage: true, states, window }))
  expect(link.pathname).toBe('/dashboard/d1')
  expect(decodeStates(link.searchParams.get('state'))).toEqual(states)
  const context = { nowMs, browserZone: 'UTC', datapointsMax: 50_000 }
  const read = timeWindowOfParam(link.searchParams.get('window') ?? '', defaultTimeWindow(nowMs), context)
  expect(read).toEqual(window)
})

test('a share link has its key and the time to start with; its frame is HTML whatever the title', () => {
  const link = shareLinkOf({ ...plain, key: 'id.secret', window: defaultTimeWindow(nowMs) })
  expect(link).toBe('https://iot.example/dashboard/d1?share=id.secret&window=live-60000*AVG*1000')
  expect(frameCodeOf(link, '"><script>')).toBe(
    '<iframe src="https://iot.example/dashboard/d1?share=id.secret&amp;window=live-60000*AVG*1000" title="&quot;>&lt;script>" width="100%" height="600"></iframe>',
  )
})
