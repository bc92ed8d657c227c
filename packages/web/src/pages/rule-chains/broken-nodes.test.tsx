import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type RecordedCall, recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import ImportRuleChainDialog from './import-rule-chain-dialog.tsx'
import { NodesTab } from './nodes-tab.tsx'

const chainId = { entityType: 'RULE_CHAIN', id: 'chain' }
const nodeId = (id: string) => ({ entityType: 'RULE_NODE', id })
const noClass = 'The class a.TbSendEmailNode isn’t supported. Replace the node.'
const problems = [{ ruleNodeId: nodeId('n1'), ruleNodeName: 'Send email', field: null, message: noClass }]
const nodes = [
  { id: nodeId('n0'), name: 'Save', type: 'a.TbMsgTimeseriesNode', debugMode: false },
  { id: nodeId('n1'), name: 'Send email', type: 'a.TbSendEmailNode', debugMode: false },
]

/** `check`: answers the request for problems. */
const answering = (check: () => unknown) =>
  recordedRest(({ path }: RecordedCall) => {
    if (path === '/api/v2/ruleChain/chain/problems') return check()
    if (path.endsWith('/import')) return [{ ruleChainId: chainId, ruleChainName: 'Night shift', error: null }]
    if (path.endsWith('/metadata')) return { ruleChainId: chainId, firstNodeIndex: 0, nodes, connections: [] }
    throw new Error(path)
  })

async function importWith(check: () => unknown) {
  const calls = { onAdded: vi.fn(async () => {}), onChanged: vi.fn(async () => {}), onClose: vi.fn() }
  await renderPage(<ImportRuleChainDialog type="CORE" {...calls} />, { client: { rest: answering(check).rest } })
  const content = { ruleChain: { name: 'Night shift' }, metadata: { nodes: [], connections: [] } }
  const file = new File([JSON.stringify(content)], 'night.json', { type: 'application/json' })
  fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } })
  await screen.findByText('night.json')
  fireEvent.click(screen.getByRole('button', { name: 'Import rule chain', hidden: true }))
  return calls
}

test('after an import, nodes that can’t run are named before the rule chain opens', async () => {
  const { onAdded, onChanged } = await importWith(() => problems)
  const dialog = within(await screen.findByRole('dialog', { name: '1 node can’t run', hidden: true }))
  dialog.getByText('Night shift was imported. Messages that reach this node fail.')
  expect(dialog.getByText('Send email').parentElement?.textContent).toBe(`Send email${noClass}`)
  expect(onChanged).toHaveBeenCalledOnce()
  expect(onAdded).not.toHaveBeenCalled()
  fireEvent.click(dialog.getByRole('button', { name: 'Open rule chain', hidden: true }))
  expect(onAdded).toHaveBeenCalledExactlyOnceWith('chain')
})

test('an import whose nodes all run opens the rule chain', async () => {
  const ready = await importWith(() => [])
  await screen.findByText('Night shift imported')
  expect(ready.onAdded).toHaveBeenCalledExactlyOnceWith('chain')
})

test('a failed check does not look like a failed import', async () => {
  const { onAdded } = await importWith(() => {
    throw new Error('offline')
  })
  await screen.findByText('Night shift imported. Couldn’t check whether its nodes can run.')
  expect(onAdded).toHaveBeenCalledExactlyOnceWith('chain')
  expect(screen.queryByText('offline')).toBeNull()
})

const drawTab = (check: () => unknown) =>
  renderPage(<NodesTab chain={{ id: chainId } as never} />, { client: { rest: answering(check).rest } })

test('the nodes that can’t run are marked, with the reason', async () => {
  await drawTab(() => problems)
  await screen.findByText('1 node can’t run. Messages that reach it fail.')
  const [save, mail] = screen.getAllByRole('listitem').filter(({ parentElement }) => parentElement?.tagName === 'OL')
  expect(mail?.textContent).toBe(`Send emailSendEmailCan’t run${noClass}`)
  expect(save?.textContent).not.toContain('Can’t run')
})

test('nodes are shown although they could not be checked; the check can be retried', async () => {
  let isOffline = true
  await drawTab(() => {
    if (isOffline) throw new Error('offline')
    return problems
  })
  await screen.findByText('Couldn’t check whether the nodes can run.', {}, { timeout: 5000 })
  expect(screen.getByText('Send email')).toBeTruthy()
  isOffline = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
  await screen.findByText('1 node can’t run. Messages that reach it fail.')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
