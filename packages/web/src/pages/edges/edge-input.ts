/** Form of an edge: draft and request body. */

import type { EdgeInfo, EdgeInput } from '@sonde/model/edges/edge'
import { type LabeledDraft, labeledDraftOf, labeledInput } from '../../assignment/assignable-input.ts'
import { newUuid } from '../../entities/new-uuid.ts'

export interface EdgeDraft extends LabeledDraft {
  /** Edge key and secret, generated once. */
  readonly routingKey: string
  readonly secret: string
}

const secretLength = 20
const secretLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Rejection limit for random bytes: using bytes from this value on would make some characters more likely. */
const fairBelow = 256 - (256 % secretLetters.length)

/** 20 random letters and digits. */
export function newSecret(): string {
  let secret = ''
  while (secret.length < secretLength) {
    for (const byte of crypto.getRandomValues(new Uint8Array(secretLength))) {
      if (byte < fairBelow && secret.length < secretLength) secret += secretLetters[byte % secretLetters.length]
    }
  }
  return secret
}

export const newEdge = (): EdgeDraft => ({
  name: '',
  type: 'default',
  label: '',
  description: '',
  routingKey: newUuid(),
  secret: newSecret(),
})

export const draftOf = (edge: EdgeInfo): EdgeDraft => ({
  ...labeledDraftOf(edge),
  routingKey: edge.routingKey,
  secret: edge.secret,
})

/** Request body: the edge with the changes of the draft. */
export const inputOf = (draft: EdgeDraft, edge: EdgeInfo | null): EdgeInput => ({
  ...labeledInput(draft, edge),
  routingKey: draft.routingKey,
  secret: draft.secret,
})
