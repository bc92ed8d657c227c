/** Page with the rule chains of an edge: assigned chains, the root rule chain, and missing chains. */

import { createEdgeCalls } from '@sonde/client/edges/edge-calls'
import { createRuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import type { RuleChain } from '@sonde/model/rule-chains/rule-chain'
import { useQueryClient } from '@tanstack/react-query'
import { Copy, Flag } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ownerOfList, useListScope, useScopedHeading } from '../../assignment/list-scope.ts'
import { useAssignment } from '../../assignment/use-assignment.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import type { PickedEntity } from '../../entities/entity-picker.tsx'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import { useCopy } from '../../entities/use-entity-actions.tsx'
import { EntityPage } from '../../entity-pages/entity-page.tsx'
import { useRoomEntity } from '../../entity-room/room-calls.ts'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import type { EntityAction, EntityTableDescription } from '../../ui/entity-table/entity-description.ts'
import { createdColumn, nameColumn } from '../../ui/entity-table/standard-columns.tsx'
import { ComboListField } from '../../ui/field/combo-list-field.tsx'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { useEdgeCalls } from './edge-calls.ts'
import { EdgeRuleChainDrawer } from './edge-rule-chain-drawer.tsx'
import { type MissingChains, MissingChainsDialog } from './missing-chains-dialog.tsx'

/** First part of the keys of these lists in the query cache. */
const room = 'edgeRuleChains'
/** Maximum number of chains offered at a time. */
const choicesMax = 50

const edgeRoom = { name: 'edges', createCalls: createEdgeCalls }

const idOf = ({ id }: RuleChain) => id.id
const nameOf = ({ name }: RuleChain) => name
const noOwner = () => null
const never = () => false

export function EdgeRuleChainsPage() {
  const t = useText()
  const { rest } = useClient()
  const queries = useQueryClient()
  const toasts = useToasts()
  const copy = useCopy()
  const edges = useEdgeCalls()
  const ruleChains = useMemo(() => createRuleChainCalls(rest), [rest])
  const { scope, edgeId = '' } = useListScope()
  const rootId = useRoomEntity(edgeRoom, edgeId, undefined).data?.rootRuleChainId?.id
  const [missing, setMissing] = useState<MissingChains | null>(null)

  async function lookForMissing() {
    const found = await edges.missingRuleChains(edgeId)
    if (Object.keys(found).length > 0) setMissing(found)
  }

  const assignment = useAssignment<RuleChain>({
    kind: 'RULE_CHAIN',
    room,
    listPath: `/edgeInstances/${edgeId}/ruleChains`,
    scope,
    idOf,
    nameOf,
    customerIdOf: noOwner,
    isPublic: never,
    calls: ruleChains,
    // The call shows the error as a toast.
    onGivenToEdge: () => void lookForMissing().catch(() => {}),
    renderPicker: (picker) => (
      <ComboListField
        label={picker.label}
        error={picker.error}
        source={[room, 'choices', edgeId]}
        load={async (textSearch, signal) => {
          const link = { page: 0, pageSize: choicesMax, textSearch, sortProperty: 'name', sortOrder: 'ASC' } as const
          const quiet = { signal, ignoreErrors: true, ignoreLoading: true }
          const { data } = await ruleChains.list(link, { type: 'EDGE' }, quiet)
          return data.map(({ id, name }) => ({ value: id.id, label: name }))
        }}
        values={picker.values.map(({ id, name }) => ({ value: id.id, label: name }))}
        onChange={(options) =>
          picker.onChange(
            options.map(
              ({ value, label }): PickedEntity => ({ id: { entityType: 'RULE_CHAIN', id: value }, name: label }),
            ),
          )
        }
      />
    ),
  })
  const { actions: assigning, bulkActions } = assignment

  const description = useMemo((): EntityTableDescription<RuleChain> => {
    const isRoot = (chain: RuleChain) => chain.id.id === rootId
    const setRoot: EntityAction<RuleChain> = {
      id: 'setRoot',
      label: 'edges.setRoot',
      icon: <Flag size={16} strokeWidth={2} aria-hidden />,
      isAllowed: (chain) => !isRoot(chain),
      run: (chain) =>
        void edges.setRootRuleChain(edgeId, chain.id.id).then(
          async () => {
            toasts.show({ kind: 'success', text: t('edges.rootSet', { name: chain.name }) })
            await Promise.all([invalidateEntities(queries, 'edges'), invalidateEntities(queries, room)])
          },
          // The call shows the error as a toast.
          () => {},
        ),
    }
    const copyId: EntityAction<RuleChain> = {
      id: 'copyId',
      label: 'ui.copyId',
      icon: <Copy size={16} strokeWidth={2} aria-hidden />,
      startsGroup: true,
      run: ({ id }) => void copy(id.id),
    }
    // The root rule chain can't be unassigned: without it, the edge processes nothing.
    const unlessRoot = <A extends { readonly isAllowed?: (chain: RuleChain) => boolean }>(action: A): A => ({
      ...action,
      isAllowed: (chain: RuleChain) => !isRoot(chain) && (action.isAllowed?.(chain) ?? true),
    })
    return {
      name: room,
      entityType: 'RULE_CHAIN',
      owner: ownerOfList(scope),
      title: 'edges.ruleChains',
      icon: <EntityKindIcon entityType="RULE_CHAIN" size={24} />,
      idOf,
      nameOf,
      defaultSort: { property: 'createdTime', direction: 'DESC' },
      load: (link, _, signal) => ruleChains.listOfEdge(edgeId, link, { signal, ignoreErrors: true }),
      columns: [
        nameColumn('assignment.name'),
        {
          id: 'root',
          title: 'edges.root',
          priority: 2,
          minWidth: 80,
          cell: (chain, context) => context.t(isRoot(chain) ? 'ui.yes' : 'ui.no'),
        },
        createdColumn<RuleChain>(3),
      ],
      rowActions: [setRoot, ...assigning.map(unlessRoot), copyId],
      bulkActions: bulkActions.map(unlessRoot),
      phone: {
        mark: () => <EntityKindIcon entityType="RULE_CHAIN" size={18} />,
        line: (chain, context) =>
          isRoot(chain) ? context.t('edges.root') : context.format.dateTime(chain.createdTime),
      },
      texts: {
        search: 'edges.chainsSearch',
        emptyTitle: 'edges.chainsEmpty',
        emptyText: 'edges.chainsEmptyText',
        noMatch: 'edges.chainsNoMatch',
        noFilterMatch: 'edges.chainsEmpty',
        failed: 'edges.chainsFailed',
      },
    }
  }, [rootId, edges, edgeId, toasts, t, queries, ruleChains, scope, assigning, bulkActions, copy])

  return (
    <EntityPage<RuleChain>
      description={description}
      heading={useScopedHeading(scope, 'RULE_CHAIN', 'edges.ruleChains')}
      primary={assignment.assignExisting}
      renderOpen={(open) => (
        <EdgeRuleChainDrawer key={open.id} {...open} ruleChains={ruleChains} actions={description.rowActions} />
      )}
    >
      {assignment.dialogs}
      {missing && <MissingChainsDialog missing={missing} onClose={() => setMissing(null)} />}
    </EntityPage>
  )
}
