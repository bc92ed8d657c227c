/** Rule chains of the server and of edges: list, drawer with details, add dialog; and the page of one rule chain. */

import './rule-chains.css'
import type { RuleChain, RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { EntityDrawer } from '../../entities/entity-drawer.tsx'
import { EntityOwnPage } from '../../entities/entity-own-page.tsx'
import { EntityPage, type OpenEntity } from '../../entity-pages/entity-page.tsx'
import { useListDialogs } from '../../entity-pages/list-dialogs.tsx'
import { useText } from '../../locale/use-text.tsx'
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
  const ruleChains = useRuleChainCalls()
  const adding = useListDialogs({
    room: ruleChainRoom,
    add: type === 'CORE' ? 'ruleChains.add' : 'ruleChains.addTemplate',
    canImport: true,
  })
  const actions = useRuleChainActions(type)
  const { openPage, all, autoAssigned } = actions
  const description = useMemo(
    () => ruleChainTable({ ruleChains, type, autoAssigned, quickAction: openPage, actions: all }),
    [ruleChains, type, autoAssigned, openPage, all],
  )
  return (
    <EntityPage<RuleChain>
      key={type}
      description={description}
      primary={adding.primary}
      secondary={adding.secondary}
      renderOpen={(open) => <RuleChainDrawer key={open.id} open={open} parts={actions} />}
    >
      {actions.dialogs}
      <Suspense>
        {adding.open === 'add' && <AddRuleChainDialog type={type} onClose={adding.close} onAdded={adding.added} />}
        {adding.open === 'import' && (
          <ImportRuleChainDialog type={type} onClose={adding.close} onAdded={adding.added} />
        )}
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
