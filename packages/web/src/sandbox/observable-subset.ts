/** Observables of one value, with the operators that code of users gets as `rxjs`. */

type Next = (value: unknown) => void
type Source = Observable | PromiseLike<unknown>
type Operator = (source: Observable) => Observable

export interface Observable {
  subscribe(next?: Next | { next?: Next; error?: Next; complete?: () => void } | null, error?: Next | null): object
  pipe(...operators: readonly Operator[]): Observable
  toPromise(): Promise<unknown>
}

/** Promise of what an observable or promise gives; a plain value is given at once. */
export function promiseOf(value: unknown): Promise<unknown> {
  if (typeof value === 'object' && value !== null && 'subscribe' in value && typeof value.subscribe === 'function') {
    const { subscribe } = value as Observable
    return new Promise((resolve, reject) => subscribe.call(value, resolve, reject))
  }
  return Promise.resolve(value)
}

/** `onError`: gets what code of users throws when it is called with a value. */
export function createObservables(onError: (error: unknown) => void) {
  function from(source: Source): Observable {
    const promise = Promise.resolve(source as PromiseLike<unknown>)
    // Most code doesn't listen for errors.
    promise.catch(() => {})
    const observable: Observable = {
      subscribe(next, error) {
        const observer = typeof next === 'object' && next !== null ? next : { next, error }
        void promise
          .then(
            (value) => {
              observer.next?.(value)
              if ('complete' in observer) observer.complete?.()
            },
            (reason: unknown) => {
              if (!observer.error) throw reason
              observer.error(reason)
            },
          )
          .catch(onError)
        return { unsubscribe: () => {} }
      },
      pipe: (...operators) => operators.reduce((before, operator) => operator(before), observable),
      toPromise: () => promise,
    }
    return observable
  }

  const map = (change: (value: unknown) => unknown) => (source: Observable) => from(source.toPromise().then(change))
  const mergeMap = (change: (value: unknown) => unknown) => (source: Observable) =>
    from(source.toPromise().then((value) => promiseOf(change(value))))
  const catchError = (change: (error: unknown) => unknown) => (source: Observable) =>
    from(source.toPromise().catch((error: unknown) => promiseOf(change(error))))
  const of = (value?: unknown) => from(Promise.resolve(value))
  const forkJoin = (sources: readonly unknown[]) => from(Promise.all(sources.map(promiseOf)))
  return { from, rxjs: { of, map, mergeMap, switchMap: mergeMap, catchError, forkJoin } }
}
