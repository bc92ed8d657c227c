/**
 * Hashes of passwords: argon2id with 19 MiB, two passes, one lane; kept in PHC form.
 *
 * Checking takes the same work whether the account exists or not. Hashing uses much memory and a core, so few run at
 * once and clients take turns: a client that floods the server with sign-ins waits for its own.
 */

import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { LimitReached, type Limits } from '../limits/limits.ts'
import { createFairTurns, type Turn } from './fair-turns.ts'

/** What computing a hash costs. */
export interface HashCost {
  readonly memoryKib: number
  readonly passes: number
  readonly parallelism: number
}

const hashCost: HashCost = { memoryKib: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

/** Hashes computed at once, 19 MiB each; a core stays free for everything else. */
export const hashesAtOnceMax = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Waiting for a turn, of all clients together: some seconds' worth. */
export const hashesWaitingMax = 200

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Work that no client asked for. */
const serverTurn: Turn = { of: 'server' }

export interface Passwords {
  /** PHC text. */
  hash(password: string, turn?: Turn): Promise<string>
  /** False for a wrong password, and for null: an account that is unknown or has none. */
  verify(password: string, phc: string | null, turn?: Turn): Promise<boolean>
}

export interface PasswordDeps {
  readonly limits: Pick<Limits, 'of' | 'rejected'>
  readonly cost?: HashCost
}

/** Hashes say what they cost, so those of another cost are still checked. */
export function createPasswords({ limits, cost = hashCost }: PasswordDeps): Passwords {
  const turns = createFairTurns({
    atOnceMax: hashesAtOnceMax,
    waitingMax: () => limits.of(null, 'waitingSignIns'),
    totalMax: hashesWaitingMax,
    rejection: () => new LimitReached('waitingSignIns', limits.rejected(null, 'waitingSignIns'), 1),
  })

  return {
    hash: (password, turn = serverTurn) => turns.run(turn, () => hashPassword(password, cost)),
    async verify(password, phc, turn = serverTurn) {
      if (phc === null) {
        await turns.run(turn, () => compute(password, Buffer.alloc(saltBytes), cost))
        return false
      }
      const settings = parsePhc(phc)
      const computed = await turns.run(turn, () => compute(password, settings.salt, settings))
      return timingSafeEqual(computed, settings.hash)
    },
  }
}

/** PHC text, at once: for where nobody else waits. */
export async function hashPassword(password: string, cost: HashCost = hashCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await compute(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

const compute = (password: string, nonce: Buffer, settings: Settings): Promise<Buffer> =>
  derive('argon2id', {
    message: password.normalize('NFC'),
    nonce,
    parallelism: settings.parallelism,
    tagLength: settings.hash?.length ?? hashBytes,
    memory: settings.memoryKib,
    passes: settings.passes,
  })

interface Settings extends HashCost {
  readonly hash?: Buffer
}

function parsePhc(phc: string): Settings & { readonly salt: Buffer; readonly hash: Buffer } {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (!found) throw new Error('A stored password hash isn’t in PHC form.')
  const [, memory, time, lanes, salt = '', hash = ''] = found
  return {
    memoryKib: Number(memory),
    passes: Number(time),
    parallelism: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
