package main

// waiting is an order with the place of its outcome.
type waiting[Order, Outcome any] struct {
	order   Order
	outcome chan Outcome
}

// maxBatch bounds what one batch carries out.
const maxBatch = 256

// gather carries out together the orders that arrived during the batch before. carryOut delivers an outcome for
// each order.
func gather[Order, Outcome any](carryOut func([]waiting[Order, Outcome])) func(Order) Outcome {
	orders := make(chan waiting[Order, Outcome], maxBatch)
	go func() {
		for first := range orders {
			batch := append(make([]waiting[Order, Outcome], 0, 32), first)
			for more := true; more && len(batch) < maxBatch; {
				select {
				case next := <-orders:
					batch = append(batch, next)
				default:
					more = false
				}
			}
			carryOut(batch)
		}
	}()
	return func(one Order) Outcome {
		outcome := make(chan Outcome, 1)
		orders <- waiting[Order, Outcome]{one, outcome}
		return <-outcome
	}
}
