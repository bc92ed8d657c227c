/** Descriptions of the lists and pages of rule chains of the server and of edges. */

import './rule-chains.css'
import { createRuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import type { RuleChain, RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import { lazy } from 'react'
import { defineRoom } from '../../entity-room/room.ts'
import { RoomListPage, RoomOwnPage } from '../../entity-room/room-pages.tsx'
import { useText } from '../../locale/use-text.tsx'
import { NodesTab } from './nodes-tab.tsx'
import { isOrdinary, useRuleChainActions } from './rule-chain-actions.tsx'
import { ruleChainPaths, ruleChainRoom } from './rule-chain-calls.ts'
import { ruleChainForm } from './rule-chain-form.tsx'
import { useRuleChainTable } from './rule-chain-table.tsx'

const ImportRuleChainDialog = lazy(() => import('./import-rule-chain-dialog.tsx'))

function Status({ row: { root, type } }: { readonly row: RuleChain }) {
  const t = useText()
  return root && <span>{t(type === 'CORE' ? 'ruleChains.isRoot' : 'ruleChains.isTemplateRoot')}</span>
}

const roomOf = (type: RuleChainType) =>
  defineRoom<RuleChain>({
    kind: 'RULE_CHAIN',
    name: ruleChainRoom,
    words: 'ruleChains',
    path: ruleChainPaths[type],
    deleteManyText: 'ruleChains.deleteManyText',
    oneFailed: 'ruleChains.chainFailed',
    nameOf: ({ name }) => name,
    kindOf: (chain, t) => t(chain.type === 'CORE' ? 'entityTypes.RULE_CHAIN' : 'ruleChains.template'),
    createCalls(rest) {
      const calls = createRuleChainCalls(rest)
      return { ...calls, info: calls.get, list: (link, options) => calls.list(link, { type }, options) }
    },
    mayDelete: isOrdinary,
    useActions: () => useRuleChainActions(type),
    useTable: () => useRuleChainTable(type),
    Status,
    form: ruleChainForm(type),
    useTabs: () => ({
      tabs: [
        { id: 'nodes', label: 'ruleChains.nodes', render: (chain) => <NodesTab key={chain.id.id} chain={chain} /> },
      ],
    }),
    onlyImports: true,
    renderImport: (dialog) => <ImportRuleChainDialog type={type} {...dialog} />,
  })

const chains = roomOf('CORE')
const templates: typeof chains = {
  ...roomOf('EDGE'),
  texts: { title: 'ruleChains.templates', add: 'ruleChains.addTemplate', emptyText: 'ruleChains.emptyTemplates' },
}

export const RuleChainsPage = () => <RoomListPage room={chains} />
export const EdgeTemplatesPage = () => <RoomListPage room={templates} />
export const RuleChainPage = () => <RoomOwnPage room={chains} />
export const EdgeTemplatePage = () => <RoomOwnPage room={templates} />
