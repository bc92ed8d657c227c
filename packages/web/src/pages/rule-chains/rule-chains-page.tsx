/** Rule chains of the server and of edges: the lists and the pages of one rule chain, from their descriptions. */

import './rule-chains.css'
import { createRuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import type { RuleChain, RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import { lazy } from 'react'
import { definePlainRoom, type PlainRoom } from '../../entity-room/plain-room.ts'
import { PlainListPage, PlainOwnPage } from '../../entity-room/plain-room-pages.tsx'
import { useText } from '../../locale/use-text.tsx'
import { NodesTab } from './nodes-tab.tsx'
import { isOrdinary, useRuleChainActions } from './rule-chain-actions.tsx'
import { ruleChainPaths, ruleChainRoom } from './rule-chain-calls.ts'
import { RuleChainForm } from './rule-chain-form.tsx'
import { useRuleChainTable } from './rule-chain-table.tsx'

const AddRuleChainDialog = lazy(() => import('./add-rule-chain-dialog.tsx'))
const ImportRuleChainDialog = lazy(() => import('./import-rule-chain-dialog.tsx'))

const dialogs: Readonly<Record<RuleChainType, Pick<PlainRoom<RuleChain>, 'AddDialog' | 'ImportDialog'>>> = {
  CORE: {
    AddDialog: (props) => <AddRuleChainDialog type="CORE" {...props} />,
    ImportDialog: (props) => <ImportRuleChainDialog type="CORE" {...props} />,
  },
  EDGE: {
    AddDialog: (props) => <AddRuleChainDialog type="EDGE" {...props} />,
    ImportDialog: (props) => <ImportRuleChainDialog type="EDGE" {...props} />,
  },
}

function Status({ row: { root, type } }: { readonly row: RuleChain }) {
  const t = useText()
  return root && <span>{t(type === 'CORE' ? 'ruleChains.isRoot' : 'ruleChains.isTemplateRoot')}</span>
}

const roomOf = (type: RuleChainType) =>
  definePlainRoom<RuleChain>({
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
    Form: RuleChainForm,
    useTabs: () => ({
      tabs: [
        { id: 'nodes', label: 'ruleChains.nodes', render: (chain) => <NodesTab key={chain.id.id} chain={chain} /> },
      ],
    }),
    ...dialogs[type],
  })

const chains = roomOf('CORE')
const templates: typeof chains = {
  ...roomOf('EDGE'),
  texts: { title: 'ruleChains.templates', add: 'ruleChains.addTemplate', emptyText: 'ruleChains.emptyTemplates' },
}

export const RuleChainsPage = () => <PlainListPage room={chains} />
export const EdgeTemplatesPage = () => <PlainListPage room={templates} />
export const RuleChainPage = () => <PlainOwnPage room={chains} />
export const EdgeTemplatePage = () => <PlainOwnPage room={templates} />
