/**
 * Sandbox of user scripts: QuickJS in WebAssembly, without host objects, files, network or timers.
 *
 * Each tenant has its own WebAssembly instance with bounded memory, so that a failure in one can't affect another. Each
 * script has a context with its own globals, and its function is compiled once. If all instances together take too much
 * memory, the least recently used ones are evicted.
 * Several calls of one script enter as one text plus the lengths of its parts, and results return the same way, because
 * a
 * WebAssembly call costs as much as a short script. Parts are divided by lengths, not by separators, so that data can't
 * be
 * crafted to look like metadata.
 *
 * The sandbox can't interrupt native operations. For those, the watch of script-pool.ts terminates the thread.
 */

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import quickJsVariant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core'
import { firstCall, partsPerCall, type SandboxCalls } from './script-calls.ts'
import { createScriptNumbers, numbersAt, numbersMax, type ScriptNumbers, sharedBytes } from './script-numbers.ts'
import type { ScriptFault } from './script-results.ts'
import { errorLengthMax, wrapper } from './script-wrapper.ts'

export interface ScriptLimits {
  /** Time limit per call, ms. */
  readonly timeMs: number
  /** Memory limit for all scripts of a tenant together. */
  readonly memoryBytes: number
  /** Approximate memory limit for all tenants together; must exceed the limit of one tenant. */
  readonly memoryBytesOfAll: number
  /** Size limit of one result. */
  readonly outputBytes: number
  readonly stackBytes: number
}

export const defaultScriptLimits: ScriptLimits = {
  timeMs: 1_000,
  memoryBytes: 16 * 1024 * 1024,
  memoryBytesOfAll: 96 * 1024 * 1024,
  outputBytes: 1024 * 1024,
  stackBytes: 256 * 1024,
}

export interface ScriptSource {
  readonly body: string
  readonly argNames: readonly string[]
  /**
   * A returned object is encoded as three texts separated by line feeds: `msg`, `metadata` and `msgType` as JSON. A
   * part
   * is empty if it's missing; `metadata` and `msgType` are also empty if unchanged.
   */
  readonly asParts: boolean
}

export interface SandboxFailure {
  readonly fault: ScriptFault
  readonly message: string
}

/**
 * Results of the first calls (at least one, unless the sandbox broke), and faults by call index. The text of a failed
 * call
 * is meaningless.
 */
export interface SandboxResults {
  readonly texts: readonly string[]
  readonly faults: readonly (readonly [number, SandboxFailure])[]
}

export interface Sandbox {
  /** Runs as many calls as fit into a short time, in order. Each call has its own time limit. */
  run(tenantId: string, scriptId: number, source: ScriptSource, calls: SandboxCalls): Promise<SandboxResults>
  /** Checks whether a script compiles. Null, or the fault. Stores nothing. */
  check(tenantId: string, source: ScriptSource): Promise<SandboxFailure | null>
  /** Removes a script and its globals. */
  drop(scriptId: number): void
  /** Bytes of WebAssembly memory of a tenant; 0 if it has no instance. */
  bytesOf(tenantId: string): number
  /** Number of tenants with an instance. */
  readonly instances: number
}

/** The used part of the WebAssembly API, which Node's types lack. */
interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
  toFixedLengthBuffer(): ArrayBuffer
  toResizableBuffer(): ArrayBuffer
}
const { WebAssembly: wasm } = globalThis as unknown as {
  readonly WebAssembly: {
    /** Sizes in pages of 64 KiB. */
    readonly Memory: new (pages: {
      readonly initial: number
      readonly maximum: number
    }) => WasmMemory
    compile(bytes: Uint8Array): Promise<object>
  }
}

interface Script {
  readonly context: QuickJSContext
  readonly call: QuickJSHandle
  /** WebAssembly memory of the tenant's instance. */
  readonly memory: WasmMemory
  /** Address, in the WebAssembly memory, of the buffer shared with the wrapper. */
  readonly sharedAt: number
  readonly numbers: ScriptNumbers
  readonly asParts: boolean
}

interface Tenant {
  readonly memory: WasmMemory
  readonly runtime: QuickJSRuntime
  readonly scripts: Map<number, Script>
  /** Approximate memory use at the last measurement. */
  bytes: number
  measuredMs: number
}

const pageBytes = 64 * 1024
/** Initial memory that the WebAssembly module requires; contains the stack and QuickJS's own data. */
const initialPages = 256
/** Approximate memory of an instance without its scripts. */
const instanceBytes = 640 * 1024
/** Interval between measurements of a tenant's memory, ms. */
const measureEveryMs = 1_000

/** Length of a random mark, long enough to occur only once in the memory. */
const markBytes = 16

/**
 * `noteProgress` gets the index, among the calls given to `run`, of a call that has been running for a while; `now` is
 * in
 * ms.
 */
export async function createSandbox(
  limits: ScriptLimits,
  noteProgress: (index: number) => void,
  now = () => performance.now(),
): Promise<Sandbox> {
  // The package's types describe its CommonJS form, but Node loads its ES module. Remove the cast once `types` match.
  const variant = quickJsVariant as unknown as QuickJSSyncVariant
  const file = createRequire(import.meta.url).resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
  const wasmModule = await wasm.compile(await readFile(file))
  // QuickJS's accounting for the memory limit omits much, so the WebAssembly memory has a maximum as well.
  const maximum = initialPages + Math.ceil(limits.memoryBytes / 2 / pageBytes)
  /** Least recently used first. */
  const tenants = new Map<string, Tenant>()
  const tenantOf = new Map<number, string>()
  let deadline = 0
  /** The running script; null during compilation and while idle. */
  let running: Script | null = null
  let seenCall = 0

  const progressOf = ({ memory, sharedAt }: Script) => new Int32Array(memory.buffer, sharedAt, 1)
  const valuesOf = ({ memory, sharedAt }: Script, from: number) =>
    new Float64Array(memory.buffer, sharedAt + numbersAt + 8 * from, numbersMax)

  /**
   * Interrupt handler, called by QuickJS every few thousand steps. Each call of the running script has the full time
   * limit.
   */
  function isOverdue(): boolean {
    const nowMs = now()
    if (running) {
      const call = progressOf(running)[0] ?? 0
      if (call !== seenCall) {
        seenCall = call
        deadline = nowMs + limits.timeMs
        noteProgress(call)
      }
    }
    return nowMs > deadline
  }

  async function tenantFor(tenantId: string): Promise<Tenant> {
    const tenant = tenants.get(tenantId) ?? (await newTenant())
    // Moves the tenant to the end: the first entry is evicted first.
    tenants.delete(tenantId)
    tenants.set(tenantId, tenant)
    return tenant
  }

  async function newTenant(): Promise<Tenant> {
    const memory = new wasm.Memory({ initial: initialPages, maximum })
    const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule, wasmMemory: memory }))
    const runtime = quickJs.newRuntime()
    runtime.setMemoryLimit(limits.memoryBytes)
    runtime.setMaxStackSize(limits.stackBytes)
    runtime.setInterruptHandler(isOverdue)
    return { memory, runtime, scripts: new Map(), bytes: instanceBytes, measuredMs: 0 }
  }

  /** Measures the tenant's memory at intervals, and evicts the least recently used instances above the total limit. */
  function makeRoom(used: Tenant) {
    const nowMs = performance.now()
    if (nowMs - used.measuredMs > measureEveryMs) {
      used.bytes = instanceBytes + 2 * heldBytes(used.runtime)
      used.measuredMs = nowMs
    }
    let bytes = 0
    for (const tenant of tenants.values()) bytes += tenant.bytes
    for (const [tenantId, tenant] of tenants) {
      if (bytes <= limits.memoryBytesOfAll || tenant === used) break
      bytes -= tenant.bytes
      resetTenant(tenantId)
    }
  }

  /** Drops a tenant's instance with all its scripts; its next call creates a new one. */
  function resetTenant(tenantId: string) {
    const tenant = tenants.get(tenantId)
    if (!tenant) return
    // Nothing is disposed individually, because the whole instance is dropped.
    tenants.delete(tenantId)
    for (const scriptId of tenant.scripts.keys()) tenantOf.delete(scriptId)
  }

  function failureOf(name: string | null, message: string, fault: ScriptFault): SandboxFailure {
    if (name === 'InternalError' && message === 'interrupted') {
      return { fault: 'time', message: `The script ran longer than ${limits.timeMs} ms and was stopped.` }
    }
    if (name === 'InternalError' && message === 'out of memory') {
      const mib = Math.round(limits.memoryBytes / 1024 / 1024)
      return { fault: 'memory', message: `The script needs more than ${mib} MiB of memory and was stopped.` }
    }
    if (fault === 'compile') return { fault, message: `The script has an error: ${name ?? 'Error'}: ${message}` }
    return { fault, message: name ? `The script failed: ${name}: ${message}` : `The script failed: ${message}` }
  }

  /** Converts the error to a failure and disposes it. */
  function thrown(context: QuickJSContext, error: QuickJSHandle, fault: ScriptFault): SandboxFailure {
    const message =
      textOf(context, error, 'message') ?? (context.typeof(error) === 'string' ? text(context, error) : '')
    const failure = failureOf(textOf(context, error, 'name') ?? null, message, fault)
    error.dispose()
    return failure
  }

  function compile(tenant: Tenant, source: ScriptSource): Script | SandboxFailure {
    const context = tenant.runtime.newContext()
    const made = context.evalCode(wrapper)
    if (made.error) {
      const failure = thrown(context, made.error, 'compile')
      context.dispose()
      return failure
    }
    const names = context.newString(JSON.stringify(source.argNames))
    const body = context.newString(source.body)
    // QuickJS never moves the bytes of a buffer, and the wrapper holds this one as long as the script lives. Its
    // address isn't
    // exposed (`getArrayBuffer` copies), so the address is found by searching for the mark.
    const mark = randomBytes(markBytes)
    const shared = new Uint8Array(sharedBytes)
    shared.set(mark)
    const buffer = context.newArrayBuffer(shared.buffer)
    const sharedAt = Buffer.from(tenant.memory.buffer).indexOf(mark)
    const asParts = source.asParts ? context.true : context.false
    const compiled = context.callFunction(made.value, context.undefined, names, body, buffer, asParts)
    for (const handle of [made.value, names, body, buffer]) handle.dispose()
    if (!compiled.error) {
      const { asParts } = source
      const { memory } = tenant
      return { memory, context, call: compiled.value, sharedAt, numbers: createScriptNumbers(), asParts }
    }
    const failure = thrown(context, compiled.error, 'compile')
    context.dispose()
    return failure
  }

  /** Decodes the wrapper's return value: lengths, new shapes, texts. */
  function resultsOf(script: Script, returned: QuickJSHandle): SandboxResults {
    const output = script.context.getString(returned)
    returned.dispose()
    const head = output.indexOf('\n')
    const shapesEnd = output.indexOf('\n', head + 1)
    const lengths = JSON.parse(`[${output.slice(0, head)}]`) as number[]
    script.numbers.received(output.slice(head + 1, shapesEnd))
    const unpack = script.numbers.unpack(valuesOf(script, numbersMax))
    const texts: string[] = []
    const faults: [number, SandboxFailure][] = []
    let from = shapesEnd + 1
    for (let i = 0; i < lengths.length; i++) {
      const isFault = (lengths[i] as number) < 0
      const end = from + Math.abs(lengths[i] as number)
      const part = output.slice(from, end)
      const text = script.asParts && !isFault ? unpack(part) : part
      from = end
      texts.push(text)
      if (isFault) {
        const [name, message] = JSON.parse(text) as [string | null, string | null]
        faults.push([i, failureOf(name, message ?? '', 'thrown')])
        // A UTF-16 unit has at most three bytes in UTF-8.
      } else if (text.length * 3 > limits.outputBytes && Buffer.byteLength(text) > limits.outputBytes) {
        const message = `The script returned more than ${limits.outputBytes} bytes. Return less.`
        faults.push([i, { fault: 'output', message }])
      }
    }
    return { texts, faults }
  }

  /** Returns the results, or the fault if the run ended without results. */
  async function runUnguarded(
    tenantId: string,
    scriptId: number,
    source: ScriptSource,
    calls: SandboxCalls,
  ): Promise<SandboxResults | SandboxFailure> {
    const tenant = await tenantFor(tenantId)
    deadline = now() + limits.timeMs
    let script = tenant.scripts.get(scriptId)
    if (!script) {
      const compiled = compile(tenant, source)
      if ('fault' in compiled) return compiled
      script = compiled
      tenant.scripts.set(scriptId, script)
      tenantOf.set(scriptId, tenantId)
    }
    const { context, call } = script
    seenCall = 0
    progressOf(script)[0] = 0
    running = script
    const packed = script.numbers.pack(calls, valuesOf(script, 0))
    const input = context.newString(packed.text)
    const lengths = context.newString(JSON.stringify(packed.lengths))
    const shapes = context.newString(packed.shapes)
    const result = context.callFunction(call, context.undefined, input, lengths, shapes)
    for (const handle of [input, lengths, shapes]) handle.dispose()
    if (!result.error) return resultsOf(script, result.value)
    const failure = thrown(context, result.error, 'thrown')
    if (failure.fault !== 'time') return failure
    // The timed-out call ended the run. Results of earlier calls are fetched separately.
    deadline = now() + limits.timeMs
    const done = context.callFunction(call, context.undefined)
    if (done.error) {
      done.error.dispose()
      return failure
    }
    const before = resultsOf(script, done.value)
    return {
      texts: [...before.texts, ''],
      faults: [...before.faults, [before.texts.length, failure]],
    }
  }

  async function checkUnguarded(tenantId: string, source: ScriptSource): Promise<SandboxFailure | null> {
    const tenant = await tenantFor(tenantId)
    deadline = now() + limits.timeMs
    const compiled = compile(tenant, source)
    if (!('fault' in compiled)) {
      compiled.call.dispose()
      compiled.context.dispose()
    }
    return 'fault' in compiled ? compiled : null
  }

  async function guarded<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result | SandboxFailure> {
    try {
      return await work()
    } catch (error) {
      // The instance failed (stack overflow or abort), so its state can't be trusted anymore.
      resetTenant(tenantId)
      return { fault: 'memory', message: `The script crashed its sandbox: ${String(error).slice(0, errorLengthMax)}` }
    } finally {
      running = null
      const tenant = tenants.get(tenantId)
      if (tenant) makeRoom(tenant)
    }
  }

  return {
    async check(tenantId, source) {
      const failure = await guarded(tenantId, () => checkUnguarded(tenantId, source))
      if (failure?.fault === 'memory') resetTenant(tenantId)
      return failure
    },

    async run(tenantId, scriptId, source, calls) {
      async function attempt(some: SandboxCalls): Promise<SandboxResults | SandboxFailure> {
        const results = await guarded(tenantId, () => runUnguarded(tenantId, scriptId, source, some))
        const isOfMemory = 'fault' in results ? results.fault === 'memory' : results.faults.some(memoryFault)
        if (isOfMemory) resetTenant(tenantId)
        return results
      }
      const count = calls.lengths.length / partsPerCall
      // WebAssembly ends a text at the first NUL, and an unpaired surrogate merges with the following text, so a call
      // that
      // contains one must not share a text with other calls.
      const isSplit = count > 1 && (calls.text.includes('\0') || !calls.text.isWellFormed())
      let results = await attempt(isSplit ? firstCall(calls) : calls)
      if (!('fault' in results)) return results
      if (results.fault === 'compile') return allFailed(count, results)
      if (count > 1 && !isSplit) {
        // The failing call is unknown, or the calls together exceeded a limit: runs the first one alone.
        results = await attempt(firstCall(calls))
      }
      return 'fault' in results ? allFailed(1, results) : results
    },

    drop(scriptId) {
      const tenantId = tenantOf.get(scriptId)
      const tenant = tenantId === undefined ? undefined : tenants.get(tenantId)
      const script = tenant?.scripts.get(scriptId)
      if (!tenantId || !tenant || !script) return
      if (tenant.scripts.size === 1) return resetTenant(tenantId)
      tenant.scripts.delete(scriptId)
      tenantOf.delete(scriptId)
      try {
        script.call.dispose()
        script.context.dispose()
      } catch {
        // QuickJS aborts on disposal if an earlier out-of-memory error caused a leak.
        resetTenant(tenantId)
      }
    },

    bytesOf: (tenantId) => tenants.get(tenantId)?.memory.buffer.byteLength ?? 0,
    get instances() {
      return tenants.size
    },
  }
}

/** Bytes of objects and strings in QuickJS's memory report: about half of the memory that they take. */
const heldBytes = (runtime: QuickJSRuntime): number =>
  Number(/^memory used +\d+ +(\d+)/m.exec(runtime.dumpMemoryUsage())?.[1] ?? 0)

const memoryFault = ([, { fault }]: readonly [number, SandboxFailure]) => fault === 'memory'

const allFailed = (count: number, failure: SandboxFailure): SandboxResults => ({
  texts: new Array<string>(count).fill(''),
  faults: Array.from({ length: count }, (_, index) => [index, failure] as const),
})

function textOf(context: QuickJSContext, of: QuickJSHandle, property: string): string | undefined {
  if (context.typeof(of) !== 'object') return undefined
  const value = context.getProp(of, property)
  const found = context.typeof(value) === 'string' ? text(context, value) : undefined
  value.dispose()
  return found
}

const text = (context: QuickJSContext, of: QuickJSHandle) => context.getString(of).slice(0, errorLengthMax)
