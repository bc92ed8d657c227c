import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { EdgeTemplatesPage, RuleChainsPage } from './rule-chains-page.tsx'

const chain = (name: string, over: object = {}) => ({
  id: { entityType: 'RULE_CHAIN', id: name },
  createdTime: 1,
  tenantId: { entityType: 'TENANT', id: 't' },
  name,
  type: 'CORE',
  firstRuleNodeId: null,
  root: false,
  debugMode: false,
  configuration: null,
  additionalInfo: null,
  ...over,
})

const answering = (rows: readonly object[], autoAssigned: readonly object[] = []) =>
  recordedRest(({ method, path }) => {
    if (path.endsWith('autoAssignToEdgeRuleChains')) return autoAssigned
    return method === 'GET' ? { data: rows, totalElements: rows.length, totalPages: 1, hasNext: false } : {}
  })

async function openMenu(name: string): Promise<readonly (string | null)[]> {
  fireEvent.click(await screen.findByRole('button', { name: `More: ${name}` }))
  return (await screen.findAllByRole('menuitem', { hidden: true })).map(({ textContent }) => textContent)
}

test('the root stays; another becomes it after a question', async () => {
  const rest = answering([chain('Root', { root: true }), chain('Spare')])
  await renderPage(<RuleChainsPage />, { client: { rest: rest.rest } })
  expect(await openMenu('Root')).toEqual(['Open as page', 'Export to file', 'Copy ID'])
  expect(screen.queryByRole('checkbox', { name: 'Select Root' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'More: Root' }))
  expect(await openMenu('Spare')).toEqual([
    'Open as page',
    'Export to file',
    'Make root',
    'Copy ID',
    'Delete rule chain',
  ])
  fireEvent.click(screen.getByText('Make root'))
  expect(rest.of('POST')).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: 'Make root' }))
  await waitFor(() => expect(rest.of('POST').map(({ path }) => path)).toEqual(['/api/ruleChain/Spare/root']))
})

test('templates for edges are given to new edges or not, with Undo', async () => {
  const given = chain('Given', { type: 'EDGE' })
  const rest = answering([given, chain('Kept', { type: 'EDGE' })], [given])
  await renderPage(<EdgeTemplatesPage />, { client: { rest: rest.rest }, at: '/edgeManagement/ruleChains' })
  // Shown below the name, since a table without width has no column for it.
  await screen.findByText('Assigned to new edges')
  expect(await openMenu('Given')).toContain('Don’t assign to new edges')
  fireEvent.click(screen.getByRole('button', { name: 'More: Given' }))
  expect(await openMenu('Kept')).toContain('Make edge root')
  fireEvent.click(screen.getByText('Assign to new edges'))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  const path = '/api/ruleChain/Kept/autoAssignToEdge'
  await waitFor(() => expect([...rest.of('POST'), ...rest.of('DELETE')].map((call) => call.path)).toEqual([path, path]))
  expect(rest.of('GET').find((call) => call.path === '/api/ruleChains')?.query?.type).toBe('EDGE')
})
