/**
 * What slows down guessing passwords without keeping the owner of an account out.
 *
 * Three delays grow with failures: of an account from one address, of an address over all accounts, and of an account
 * over all addresses. The last two do not hold where the account signed in from that address before, so that strangers,
 * however many, delay nobody at a usual place. None of them asks whether the account exists.
 */

import { createHash } from 'node:crypto'
import { type LimitKey, limitOf } from '@sonde/model/limits/limits'
import { emailKey } from '@sonde/model/users/email-address'
import type { Clock } from '../clock.ts'
import type { AddressLimits } from '../limits/address-limits.ts'
import { LimitReached, type Limits } from '../limits/limits.ts'
import { raise } from '../limits/peaks.ts'
import { createAttemptDelays } from './attempt-delays.ts'
import type { Turn } from './fair-turns.ts'

/** Pairs of account and address, and addresses and accounts, whose attempts are remembered. */
const keysMax = 50_000
/** Pairs that signed in before. */
const knownPairsMax = 50_000

export interface SignInAttempt {
  /** For the work that checks the password. */
  readonly turn: Turn
  /** `open`: nothing was learned about the password. To be called once. */
  end(outcome: 'failed' | 'succeeded' | 'open'): void
}

export interface SignInGuard {
  /** `account` as it was typed. Throws 429 that says when to try again. */
  begin(address: string, account: string): SignInAttempt
  /** Notes, for the tenant's usage of the limit, how often sign-ins of an account failed, over all addresses. */
  measure(account: string, tenantId: string): void
}

export interface SignInGuardDeps {
  readonly limits: Pick<Limits, 'of' | 'rejected' | 'peaksOf'>
  readonly addressLimits: Pick<AddressLimits, 'consume'>
  readonly clock: Clock
}

export function createSignInGuard({ limits, addressLimits, clock }: SignInGuardDeps): SignInGuard {
  const delaysOf = (key: LimitKey) =>
    createAttemptDelays({
      free: () => ({ count: limits.of(null, key), seconds: limitOf(key).seconds ?? 1 }),
      keysMax,
      clock,
    })
  const pairs = delaysOf('signInFailures')
  const addresses = delaysOf('addressSignInFailures')
  const accounts = delaysOf('accountSignInFailures')
  const used = limits.peaksOf('accountSignInFailures')
  /** In the order in which they signed in. */
  const knownPairs = new Set<string>()

  function requireNoWait(key: LimitKey, waitMs: number) {
    if (waitMs <= 0) return
    const seconds = Math.ceil(waitMs / 1_000)
    throw new LimitReached(key, `${limits.rejected(null, key)} Try again in ${durationText(seconds)}.`, seconds)
  }

  function remember(pair: string) {
    knownPairs.delete(pair)
    if (knownPairs.size >= knownPairsMax) knownPairs.delete(knownPairs.keys().next().value as string)
    knownPairs.add(pair)
  }

  return {
    begin(address, typed) {
      addressLimits.consume('signIns', address)
      const account = keyOf(typed)
      const pair = `${account} ${address}`
      const isKnown = knownPairs.has(pair)
      requireNoWait('signInFailures', pairs.waitMs(pair))
      if (!isKnown) {
        requireNoWait('addressSignInFailures', addresses.waitMs(address))
        requireNoWait('accountSignInFailures', accounts.waitMs(account))
      }
      pairs.begin(pair)
      return {
        turn: { of: address, isFirst: isKnown },
        end(outcome) {
          pairs.end(pair, outcome)
          if (outcome === 'succeeded') remember(pair)
          if (outcome !== 'failed') return
          // A success elsewhere does not clear these: an attacker may have an account as well.
          addresses.fail(address)
          accounts.fail(account)
        },
      }
    },
    measure: (typed, tenantId) => raise(used(tenantId), accounts.share(keyOf(typed))),
  }
}

/** Of fixed size, whatever was typed; all spellings that find the account have one. */
const keyOf = (account: string) => createHash('sha256').update(emailKey(account)).digest('base64url')

const durationText = (seconds: number): string => (seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`)
