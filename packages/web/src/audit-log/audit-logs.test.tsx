import type { AuditLog } from '@sonde/model/audit-log/audit-log'
import type { EntityId } from '@sonde/model/ids'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import AuditLogs from './audit-logs.tsx'

// Wide enough for all columns.
beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1400))

const entry = {
  id: { id: 'l1' },
  createdTime: Date.now() - 3000,
  entityId: { entityType: 'DEVICE', id: 'd1' },
  entityName: 'Boiler',
  userName: 'ada@sonde.example',
  actionType: 'ATTRIBUTES_UPDATED',
  actionData: {
    scope: 'SERVER_SCOPE',
    attributes: { limit: 90 },
    actingUser: { userId: 'u9', userName: 'root@sonde.example' },
  },
  actionStatus: 'FAILURE',
  actionFailureDetails: 'The key is too long.',
} as unknown as AuditLog

async function show(of: EntityId | null) {
  const recorded = recordedRest(() => ({ data: [entry], totalElements: 1, totalPages: 1, hasNext: false }))
  const view = await renderPage(<AuditLogs of={of} />, { client: { rest: recorded.rest }, at: '/auditLogs' })
  await screen.findByText('Attributes updated')
  return { ...recorded, ...view, heads: screen.getAllByRole('columnheader').map((head) => head.textContent) }
}

test('an entry opens with its data and why it failed', async () => {
  const { address, calls } = await show(null)
  const { startTime, endTime } = calls[0]?.query ?? {}
  expect(Number(endTime) - Number(startTime)).toBe(86_400_000)
  fireEvent.click(screen.getByRole('button', { name: /ago$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Attributes updated' }))
  expect(dialog.getByText('The key is too long.')).toBeTruthy()
  expect(dialog.getByText(/"limit": 90/)).toBeTruthy()
  expect(dialog.getByText('root@sonde.example')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/auditLogs?open=l1'))
})

test('on phones, entries of an entity lead with the action, those of a tenant with the entity', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(390)
  window.innerWidth = 390
  window.dispatchEvent(new Event('resize'))
  const open = async (of: EntityId | null) => {
    const { rest } = recordedRest(() => ({ data: [entry], totalElements: 1, totalPages: 1, hasNext: false }))
    const view = await renderPage(<AuditLogs of={of} />, { client: { rest }, at: '/auditLogs' })
    const text = (await screen.findByText(/ada@sonde.example/)).closest('button')?.textContent
    view.unmount()
    return text
  }
  try {
    expect(await open(entry.entityId)).toMatch(/^FailureAttributes updatedada@sonde.example/)
    expect(await open(null)).toMatch(/^FailureBoilerAttributes updated, ada@sonde.example/)
  } finally {
    window.innerWidth = 1024
  }
})

test('what a tab is of is no column of it, and is asked for by its own path', async () => {
  const cases = [
    [null, '/api/audit/logs', ['Time', 'Entity type', 'Entity', 'User', 'Action', 'Status']],
    [entry.entityId, '/api/audit/logs/entity/DEVICE/d1', ['Time', 'User', 'Action', 'Status']],
    [
      { entityType: 'USER', id: 'u1' },
      '/api/audit/logs/user/u1',
      ['Time', 'Entity type', 'Entity', 'Action', 'Status'],
    ],
    [
      { entityType: 'CUSTOMER', id: 'c1' },
      '/api/audit/logs/customer/c1',
      ['Time', 'Entity type', 'Entity', 'User', 'Action', 'Status'],
    ],
  ] as const
  for (const [of, path, columns] of cases) {
    const { calls, heads, unmount } = await show(of)
    expect(calls[0]?.path).toBe(path)
    expect(heads).toEqual(columns)
    unmount()
  }
})
