/**
 * Rule chains that run here, and templates for edges: list, details beside it, what adds one; and one as a page of its
 * own (rules.md §9, pages.md §14.4).
 */

import './rule-chains.css'
import type { RuleChain, RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FileUp, Plus } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { refreshRoom } from '../../entities/entity-queries.ts'
import { useText } from '../../locale/use-text.tsx'
import { EntityPage, type OpenEntity } from '../../ui/entity-table/entity-page.tsx'
import { type RuleChainActions, useRuleChainActions } from './rule-chain-actions.tsx'
import { ruleChainRoom, useRuleChain, useRuleChainCalls } from './rule-chain-calls.ts'
import { RuleChainDetails } from './rule-chain-details.tsx'
import { ruleChainTable } from './rule-chain-table.tsx'

const AddRuleChainDialog = lazy(() => import('./add-rule-chain-dialog.tsx'))
const ImportRuleChainDialog = lazy(() => import('./import-rule-chain-dialog.tsx'))

export const RuleChainsPage = () => <RuleChainList type="CORE" />
export const EdgeTemplatesPage = () => <RuleChainList type="EDGE" />
export const RuleChainPage = () => <OneRuleChain type="CORE" />
export const EdgeTemplatePage = () => <OneRuleChain type="EDGE" />

function RuleChainList({ type }: { type: RuleChainType }) {
  const t = useText()
  const ruleChains = useRuleChainCalls()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { add, import: isImporting, ...rest } = useSearch({ strict: false })
  const actions = useRuleChainActions(type)
  const { openPage, all, autoAssigned } = actions
  const description = useMemo(
    () => ruleChainTable({ ruleChains, type, autoAssigned, quickAction: openPage, actions: all }),
    [ruleChains, type, autoAssigned, openPage, all],
  )
  const openDialog = (name: 'add' | 'import') => void navigate({ to: '.', search: { ...rest, [name]: 'true' } })
  const dialog = {
    type,
    onClose: () => void navigate({ to: '.', search: rest, replace: true }),
    async onAdded(id: string) {
      await refreshRoom(queries, ruleChainRoom)
      await navigate({ to: '.', search: { ...rest, open: id }, replace: true })
    },
  }
  return (
    <EntityPage<RuleChain>
      key={type}
      description={description}
      primary={{
        label: t(type === 'CORE' ? 'ruleChains.add' : 'ruleChains.addTemplate'),
        icon: <Plus size={18} strokeWidth={2} aria-hidden />,
        onSelect: () => openDialog('add'),
      }}
      secondary={{
        label: t('assignment.import'),
        icon: <FileUp size={18} strokeWidth={1.75} aria-hidden />,
        onSelect: () => openDialog('import'),
      }}
      renderOpen={(open) => <RuleChainDrawer key={open.id} open={open} parts={actions} />}
    >
      {actions.dialogs}
      <Suspense>
        {add && <AddRuleChainDialog {...dialog} />}
        {isImporting && <ImportRuleChainDialog {...dialog} />}
      </Suspense>
    </EntityPage>
  )
}

interface RuleChainDrawerProps {
  readonly open: OpenEntity<RuleChain>
  readonly parts: RuleChainActions
}

function RuleChainDrawer({ open: { id, row, onClose, onStep }, parts: { all, openPage } }: RuleChainDrawerProps) {
  const t = useText()
  return (
    <EntityDrawer
      entity={useRuleChain(id, row)}
      nameOf={({ name }) => name}
      kind={t('entityTypes.RULE_CHAIN')}
      failed={t('ruleChains.chainFailed')}
      onClose={onClose}
    >
      {(chain) => (
        <RuleChainDetails chain={chain} actions={all} openPage={openPage} onClose={onClose} onStep={onStep} />
      )}
    </EntityDrawer>
  )
}

function OneRuleChain({ type }: { type: RuleChainType }) {
  const t = useText()
  const { entityId = '' } = useParams({ strict: false })
  const { all, dialogs } = useRuleChainActions(type)
  return (
    <EntityOwnPage
      entity={useRuleChain(entityId)}
      nameOf={({ name }) => name}
      kind={t('entityTypes.RULE_CHAIN')}
      failed={t('ruleChains.chainFailed')}
    >
      {(chain) => (
        <>
          <RuleChainDetails chain={chain} actions={all.filter(({ id }) => id !== 'open')} />
          {dialogs}
        </>
      )}
    </EntityOwnPage>
  )
}
