/** Actions of rule chains in a list: rule chains of the server or of edges. */

import type { RuleChain, RuleChainType } from '@sonde/model/rule-chains/rule-chain'
import { useQueryClient } from '@tanstack/react-query'
import { Pin, PinOff } from 'lucide-react'
import { useMemo } from 'react'
import { invalidateEntities } from '../../entities/entity-queries.ts'
import { useSetDefault } from '../../entities/use-set-default.tsx'
import type { RoomActions } from '../../entity-room/room.ts'
import { exportJsonAction } from '../../json-files/export-json-action.tsx'
import { useText } from '../../locale/use-text.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { useToasts } from '../../ui/toast/toast-stack.tsx'
import { ruleChainRoom, useAutoAssigned, useRuleChainCalls } from './rule-chain-calls.ts'
import { exportedRuleChain } from './rule-chain-input.ts'

const nameOf = ({ name }: RuleChain) => name
export const isOrdinary = ({ root }: RuleChain): boolean => !root

const rootTexts = {
  CORE: {
    action: 'ruleChains.setRoot',
    title: 'ruleChains.setRootTitle',
    text: 'ruleChains.setRootText',
    done: 'ruleChains.rootSet',
  },
  EDGE: {
    action: 'ruleChains.setTemplateRoot',
    title: 'ruleChains.setRootTitle',
    text: 'ruleChains.setTemplateRootText',
    done: 'ruleChains.rootSet',
  },
} as const

export function useRuleChainActions(type: RuleChainType): RoomActions<RuleChain> {
  const t = useText()
  const ruleChains = useRuleChainCalls()
  const queries = useQueryClient()
  const toasts = useToasts()
  const autoAssigned = useAutoAssigned(type)
  const { action: setRoot, dialog } = useSetDefault<RuleChain>({
    room: ruleChainRoom,
    nameOf,
    isAllowed: isOrdinary,
    texts: rootTexts[type],
    run: ({ id }) => (type === 'CORE' ? ruleChains.setRoot(id.id) : ruleChains.setEdgeTemplateRoot(id.id)),
  })

  const actions = useMemo((): EntityAction<RuleChain>[] => {
    const icon = { size: 16, strokeWidth: 2, 'aria-hidden': true } as const
    const isAuto = ({ id }: RuleChain) => autoAssigned.has(id.id)

    async function setAuto(chain: RuleChain, isAssigned: boolean) {
      const set = async (to: boolean) => {
        await ruleChains.setAutoAssignToEdges(chain.id.id, to)
        await invalidateEntities(queries, ruleChainRoom)
      }
      await set(isAssigned)
      toasts.show({
        kind: 'success',
        text: t(isAssigned ? 'ruleChains.autoAssignOn' : 'ruleChains.autoAssignOff', { name: nameOf(chain) }),
        action: { label: t('ui.undo'), onSelect: () => void set(!isAssigned).catch(alreadyShown) },
      })
    }

    const exporting = exportJsonAction<RuleChain>('ruleChains.export', async ({ id }) => {
      const [chain, metadata] = await Promise.all([ruleChains.get(id.id), ruleChains.metadata(id.id)])
      return { name: chain.name, content: exportedRuleChain(chain, metadata) }
    })
    if (type === 'CORE') return [exporting, setRoot]
    return [
      exporting,
      setRoot,
      {
        id: 'autoAssign',
        label: 'ruleChains.autoAssign',
        icon: <Pin {...icon} />,
        isAllowed: (chain) => isOrdinary(chain) && !isAuto(chain),
        run: (chain) => void setAuto(chain, true).catch(alreadyShown),
      },
      {
        id: 'noAutoAssign',
        label: 'ruleChains.noAutoAssign',
        icon: <PinOff {...icon} />,
        isAllowed: (chain) => isOrdinary(chain) && isAuto(chain),
        run: (chain) => void setAuto(chain, false).catch(alreadyShown),
      },
    ]
  }, [ruleChains, type, setRoot, autoAssigned, queries, toasts, t])

  return { actions, dialogs: dialog }
}

/** Ignores an error that the call has already shown as a toast. */
function alreadyShown() {}
