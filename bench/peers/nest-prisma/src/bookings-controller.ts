import { Body, Controller, Get, HttpCode, Post, Query, UseGuards } from "@nestjs/common";
import { Type } from "class-transformer";
import { IsInt, IsString, IsUUID, Max, Min } from "class-validator";
import { AuthGuard } from "./auth-guard.ts";
import { BookingsService } from "./bookings-service.ts";

class ListQuery {
  @IsString()
  external_id!: string;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1000)
  page_size = 100;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  page_number = 1;
}

class CancelBody {
  @IsUUID()
  booking!: string;
}

@Controller("bookings")
@UseGuards(AuthGuard)
export class BookingsController {
  constructor(private readonly bookings: BookingsService) {}

  @Get()
  list(@Query() query: ListQuery) {
    return this.bookings.list(query);
  }

  @Post("cancel")
  @HttpCode(200)
  async cancel(@Body() { booking }: CancelBody) {
    await this.bookings.cancel(booking);
    return {};
  }
}
