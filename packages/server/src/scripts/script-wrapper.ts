/**
 * What runs around a user script, inside the sandbox: takes the calls apart, runs them, puts the results together.
 *
 * The script may change every global of its own context; what the wrapper needs is taken before, and what it keeps has no
 * prototype that the script could reach. Numbers are what costs most to write as JSON, and every property adds to it: so
 * what came in is not sent back.
 */

/** Results that travel together stay below this many UTF-16 units, but for the last. */
const resultUnitsMax = 256 * 1024
/** Results wait at most this long for those behind them, so that one slow call does not hold them up. */
const holdBackMs = 20

/** Error texts of scripts beyond this are cut. */
export const errorLengthMax = 500

/**
 * An expression: a function of the argument names (JSON), the body, the buffer to count calls in, and whether objects
 * come `asParts` (`ScriptSource`). It gives a function of the calls' text and the lengths of its parts (JSON). That one
 * gives the lengths of the results, a line feed and the results; a fault's length is negative. Without arguments it tells
 * what is done.
 */
export const wrapper = `(function (names, body, memory, asParts) {
  var parse = JSON.parse, stringify = JSON.stringify, now = Date.now, counted = new Int32Array(memory)
  var script = Function.apply(null, parse(names).concat([body]))
  var cut = Function.prototype.call.bind(String.prototype.slice)
  var isList = Array.isArray, without = Object.setPrototypeOf
  var texts = without([], null), done = 0
  function message(text) {
    try { return parse(text) } catch (e) { throw new Error('the message is not JSON') }
  }
  function parts(result, metadata, given, type) {
    var data = stringify(result.msg), told = result.metadata, name = result.msgType
    told = metadata === '' && told === given ? '' : stringify(told)
    name = name === type ? '' : stringify(name)
    return (data === undefined ? '' : data) + '\\n' +
      (told === undefined || told === metadata ? '' : told) + '\\n' + (name === undefined ? '' : name)
  }
  function written(result, metadata, given, type) {
    if (result === true) return 'true'
    if (result === false) return 'false'
    if (asParts && typeof result === 'object' && result !== null && !isList(result) && result.toJSON === undefined) {
      return parts(result, metadata, given, type)
    }
    result = stringify(result)
    return result === undefined ? '' : result
  }
  function fault(error) {
    var name = null, told = null
    try {
      if (typeof error === 'string') told = error
      else if (typeof error === 'object' && error !== null) {
        if (typeof error.name === 'string') name = error.name
        if (typeof error.message === 'string') told = error.message
      }
    } catch (e) {}
    return stringify([name && cut(name, 0, ${errorLengthMax}), told && cut(told, 0, ${errorLengthMax})])
  }
  function results() {
    var head = '', text = '', one
    for (var i = 0; i < done; i++) {
      one = texts[i]
      head += (i > 0 ? ',' : '') + (typeof one === 'string' ? one.length : -one.fault.length)
      text += typeof one === 'string' ? one : one.fault
    }
    texts = without([], null)
    done = 0
    return head + '\\n' + text
  }
  return function (input, lengths) {
    if (lengths === undefined) return results()
    texts = without([], null)
    done = 0
    var units = parse(lengths), from = 0, size = 0, begun = now(), metadata, given, type, end, result
    for (var i = 0; i < units.length; i += 3) {
      counted[0] = done
      end = from + units[i]
      try {
        metadata = cut(input, end, end + units[i + 1])
        type = cut(input, end + units[i + 1], end + units[i + 1] + units[i + 2])
        given = metadata === '' ? {} : parse(metadata)
        result = written(script(message(cut(input, from, end)), given, type), metadata, given, type)
        size += result.length
        texts[done] = result
      } catch (error) {
        texts[done] = { __proto__: null, fault: fault(error) }
      }
      done++
      from = end + units[i + 1] + units[i + 2]
      if (size > ${resultUnitsMax} || now() - begun > ${holdBackMs}) break
    }
    return results()
  }
})`
