/** A text with an order's number, which moves to the next line whole, and breaks only where it is wider than the screen. */
export function WithOrderId({ text, orderId }: { text: string; orderId: string }) {
  const [before, after] = text.split(orderId)
  return (
    <>
      {before}
      <span className="inline-block max-w-full wrap-anywhere align-top" translate="no">
        {orderId}
      </span>
      {after}
    </>
  )
}
